/** https://help.twilio.com/articles/223134027 (the keywords of each carrier in English), whole messages in any case. */
const stop = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'])
const start = new Set(['start', 'unstop'])

/** Whether a text message asks to be left alone, or to be written to again; null: it says something else. */
export function stopWord(text: string): 'stop' | 'start' | null {
  const word = text
    .trim()
    .replace(/[.!]{1,5}$/, '')
    .toLowerCase()
  if (stop.has(word)) return 'stop'
  return start.has(word) ? 'start' : null
}
