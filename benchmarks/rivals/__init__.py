"""Other memories beside ours: installed apart, given the same notes, asked the same questions in one run."""
