"""Every diagnostic code. (filled below)"""
