import { activityStream } from '@honbu/contract/activity.ts'
import { address } from '../app/base.ts'
import { accessToken } from '../app/sign-in/session.ts'

/** The server says something every 20 seconds; a connection that is silent for longer than two of these is none. */
const longestSilenceMs = 50_000

interface Listening {
  onOpen: () => void
  onNews: () => void
}

/**
 * Listens until the stream ends. The browser's own EventSource cannot say who asks, so it is read by hand: a line that
 * begins with `event:`. Neither the browser nor the network tells of a connection that was lost while a phone slept or
 * on the way, so one that has fallen silent is given up.
 * @throws when there is no stream, when it breaks off and when it falls silent
 */
export async function follow(signal: AbortSignal, { onOpen, onNews }: Listening): Promise<void> {
  const silent = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(new Error('The stream is silent')), longestSilenceMs)
  }
  try {
    const token = await accessToken()
    heard()
    const response = await fetch(address(activityStream), {
      signal: AbortSignal.any([signal, silent.signal]),
      cache: 'no-store',
      headers: { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) },
    })
    if (!response.ok || !response.body) throw new Error(`The stream answers ${response.status}`)
    onOpen()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      heard()
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      if (lines.includes('event: activity')) onNews()
    }
  } finally {
    clearTimeout(timer)
  }
}
