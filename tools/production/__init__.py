"""A trial of docs/production.md: a machine is booted, and the commands of the page are run in it."""
