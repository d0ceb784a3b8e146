"""dbt's project over the warehouse: its views as Dagster assets, its tests as their checks."""
