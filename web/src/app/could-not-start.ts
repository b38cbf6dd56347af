/** Nothing is there yet that could show an error: the application itself has not arrived. */
export function showCouldNotStart(error: unknown): void {
  const text = document.createElement('p')
  text.className = 'loading'
  text.setAttribute('role', 'alert')
  const reason = error instanceof Error ? error.message : String(error)
  text.append(`Honbu could not be loaded. Check your connection. ${reason} `)
  const reload = document.createElement('button')
  reload.type = 'button'
  reload.textContent = 'Reload'
  reload.addEventListener('click', () => window.location.reload())
  text.append(reload)
  document.getElementById('root')?.replaceChildren(text)
  throw error
}
