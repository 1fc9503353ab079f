"""The parts of the HTML report, one to a file; `report/html.py` puts them together."""
