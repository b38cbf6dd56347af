/**
 * From the next visit on the page has letters beyond Western Europe in its own font (fonts.css, public/theme.js). The first
 * does without: the file would share a telephone's line with what the screen shows, and the whole text be set anew for it.
 */
export function wantAllLetters(): void {
  try {
    localStorage.setItem('honbu.letters', 'all')
  } catch {
    // Storage is forbidden here.
  }
}
