"""The sandboxes that run authored code, behind `assets.ports.Sandbox`."""
