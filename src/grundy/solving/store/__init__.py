"""What is kept on disk: `sequences`, long nim-sequences that outlive the process which computed them."""
