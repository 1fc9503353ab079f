"""What is known of expressions without playing: estimates of their values, and facts that conditions add to them."""
