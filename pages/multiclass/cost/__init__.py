"""What each reduction costs."""
