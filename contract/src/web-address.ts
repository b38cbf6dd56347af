/** Whether a text is the whole address of a website: https or http, with a dot in the name of the host. */
export function isWebAddress(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return /^https?:$/.test(protocol) && /[^.]\.[^.]/.test(hostname)
}
