{{ staged('dossier_effects') }}
