"""How losses and kernels are named and written in the app, where their class does not say."""
