// Before anything is painted: the theme chosen in the sidebar (src/app/theme.ts; without one the system decides), and
// whether the font for all letters is on this device (src/app/all-letters.ts).
try {
  document.documentElement.dataset.theme = localStorage.getItem('honbu.theme') ?? 'system'
  document.documentElement.dataset.letters = localStorage.getItem('honbu.letters') ?? 'western'
} catch {
  // Storage is forbidden here: the system decides.
}
