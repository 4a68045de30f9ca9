"""Drawings: values in, SVG text out. Nothing here reads, writes or fetches."""
