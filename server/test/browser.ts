/** What a browser does without scripts: cookies by path, redirects one at a time, forms with their hidden fields. */
export interface Visit {
  readonly status: number
  readonly url: string
  readonly headers: Headers
  readonly body: string
  /** Where it redirects to, as an absolute address. */
  readonly location: string | undefined
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly httpOnly: boolean
  readonly persistent: boolean
}

/** @param own headers that it sends with every request */
export function openBrowser(own: Record<string, string> = {}) {
  const jar = new Map<string, Cookie>()

  async function go(address: string, init: RequestInit = {}): Promise<Visit> {
    const url = new URL(address)
    const sent = [...jar.values()].filter(({ path }) =>
      `${url.pathname}/`.startsWith(path.endsWith('/') ? path : `${path}/`),
    )
    const headers = new Headers({ ...own, ...(init.headers as Record<string, string> | undefined) })
    if (sent.length > 0) headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(line)
    const location = response.headers.get('location')
    return {
      status: response.status,
      url: url.href,
      headers: response.headers,
      body: await response.text(),
      location: location === null ? undefined : new URL(location, url).href,
    }
  }

  function keep(line: string) {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const attribute = (key: string) => attributes.find(text => text.toLowerCase().startsWith(key))
    const path = attribute('path=')?.slice('path='.length) ?? '/'
    const expires = attribute('expires=')?.slice('expires='.length)
    if (expires && new Date(expires).getTime() <= Date.now()) jar.delete(`${name} ${path}`)
    else
      jar.set(`${name} ${path}`, {
        name,
        value,
        path,
        httpOnly: attribute('httponly') !== undefined,
        persistent: expires !== undefined,
      })
  }

  return {
    go,

    /** Fills in the form on a page and sends it, as from that page. */
    submit(page: Visit, fields: Record<string, string>, form = 0): Promise<Visit> {
      const markup = [...page.body.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)][form]
      if (!markup) throw new Error(`There is no form on ${page.url}.`)
      const hidden = [...(markup[2] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
      const values = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, unescaped(value)]))
      return go(new URL(unescaped(markup[1] ?? ''), page.url).href, {
        method: 'POST',
        headers: { origin: new URL(page.url).origin, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ ...values, ...fields }),
      })
    },

    cookie: (name: string) => [...jar.values()].find(cookie => cookie.name.startsWith(name)),
    cookies: () => [...jar.values()],
  }
}

export type Browser = ReturnType<typeof openBrowser>

const unescaped = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
