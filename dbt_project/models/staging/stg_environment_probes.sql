{{ staged('environment_probes') }}
