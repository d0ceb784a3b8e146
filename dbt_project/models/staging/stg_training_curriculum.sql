{{ staged('training_curriculum') }}
