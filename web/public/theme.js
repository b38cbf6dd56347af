// The theme chosen in the sidebar, see src/app/theme.ts; without one the system decides.
try {
  document.documentElement.dataset.theme = localStorage.getItem('honbu.theme') ?? 'system'
} catch {
  // Storage is forbidden here: the system decides.
}
