export type Theme = 'light' | 'dark' | 'system'

const key = 'honbu.theme'

/** The theme chosen on this device; public/theme.js applies it before the first paint. */
export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme
    localStorage.removeItem(key)
  } else {
    document.documentElement.dataset.theme = theme
    localStorage.setItem(key, theme)
  }
}
