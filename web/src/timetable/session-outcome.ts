import { counted } from '@honbu/contract/format.ts'

interface Outcome {
  emails: number
  texts: number
  notReached: readonly { name: string; phone: string }[]
}

/** 'Session cancelled. 12 emails and 1 text sent. Call Ann Blake, 07700 900123.' */
export function outcomeText(done: string, { emails, texts, notReached }: Outcome): string {
  const sent = [emails > 0 && counted(emails, 'email'), texts > 0 && counted(texts, 'text')].filter(Boolean)
  const call = notReached.map(({ name, phone }) => [name, phone].filter(Boolean).join(', '))
  return [
    done,
    sent.length > 0 && `${sent.join(' and ')} sent`,
    call.length > 0 &&
      `No message reaches ${call.slice(0, 3).join('; ')}${call.length > 3 ? ` and ${call.length - 3} more` : ''}`,
  ]
    .filter(Boolean)
    .join('. ')
}
