"""The translator: what Dagster's catalog says of dbt's sources, views and tests."""

import warnings
from collections.abc import Mapping
from typing import Any

import dagster as dg
from dagster_dbt import DagsterDbtTranslator, DagsterDbtTranslatorSettings, DbtProject

from assets.catalog import OWNERS

_GROUPS = {"staging": "staging", "intermediate": "staging", "marts": "marts"}


class Translator(DagsterDbtTranslator):
    """Sources are the assets of the tournament; views are called as in SQL and grouped by their folder."""

    def __init__(self) -> None:
        super().__init__(DagsterDbtTranslatorSettings(enable_code_references=True))

    def get_asset_key(self, dbt_resource_props: Mapping[str, Any]) -> dg.AssetKey:
        return dg.AssetKey(dbt_resource_props["name"])

    def get_group_name(self, dbt_resource_props: Mapping[str, Any]) -> str | None:
        return _GROUPS.get(dbt_resource_props["fqn"][1])

    def get_asset_spec(self, manifest: Mapping[str, Any], unique_id: str, project: DbtProject | None) -> dg.AssetSpec:
        with warnings.catch_warnings():
            # Code references are in beta; that they lead somewhere is tested.
            warnings.simplefilter("ignore", dg.BetaWarning)
            spec = super().get_asset_spec(manifest, unique_id, project)
        return spec.replace_attributes(owners=OWNERS, kinds={"dbt", "duckdb", "view"})

    def get_asset_check_spec(
        self, asset_spec: dg.AssetSpec, manifest: Mapping[str, Any], unique_id: str, project: DbtProject | None
    ) -> dg.AssetCheckSpec | None:
        spec = super().get_asset_check_spec(asset_spec, manifest, unique_id, project)
        if spec is None:
            return None
        return spec._replace(description=manifest["nodes"][unique_id]["description"] or spec.description)
