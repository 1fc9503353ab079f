"""The text format of WebAssembly: values, what need not be written, and the function that is being written."""
