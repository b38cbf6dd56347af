import { settings } from './settings.ts'

/** The settings that are set, as an operator may show them to others: no key, password or token. */
export function shownSettings(env: Readonly<Record<string, string | undefined>>): [name: string, value: string][] {
  return Object.keys(settings).flatMap(name => {
    const value = env[name]?.trim()
    return value ? [[name, shown(name, value)] as [string, string]] : []
  })
}

const secret = /KEY|SECRET|TOKEN|HEADERS/

function shown(name: string, value: string): string {
  if (secret.test(name)) return '(hidden)'
  if (!URL.canParse(value)) return value.includes('@') && value.includes('://') ? '(hidden)' : value
  const url = new URL(value)
  if (!url.username && !url.password && !url.search) return value
  // The search of an address may hold a password too.
  return `${url.protocol}//${url.username || url.password ? '(hidden)@' : ''}${url.host}${url.pathname}`
}
