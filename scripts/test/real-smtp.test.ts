import { extract } from 'letterparser'
import { afterAll, describe, expect, it } from 'vitest'
import { type Mail, openMail } from '../../server/src/platform/mail.ts'
import { openExim } from './exim.ts'

const exim = await openExim()
const missing = 'missing' in exim ? exim.missing : ''
if (missing) console.warn(`No mail server of Debian's to try: ${missing}`)

let mail: Mail | undefined
afterAll(async () => {
  mail?.close()
  if (!('missing' in exim)) await exim.stop()
})

describe.skipIf(missing !== '')('a mail server as Debian ships it', () => {
  if ('missing' in exim) return
  const open = async () => {
    const jobs = { work: async () => {}, enqueue: async () => {} }
    const clubSender = async () => ({ name: '本部 Karate, Leeds', email: 'leeds@club.example' })
    mail ??= await openMail({ smtpUrl: exim.smtpUrl, from: 'Honbu <post@honbu.example>', jobs, clubSender })
    return mail
  }
  const delivered = async (messageId: string) => {
    await expect.poll(() => exim.delivered().filter(bytes => bytes.includes(messageId)).length).toBe(1)
    return (
      exim
        .delivered()
        .find(bytes => bytes.includes(messageId))
        ?.toString('latin1') ?? ''
    )
  }

  it('takes what we send, and keeps it as it was written', async () => {
    const { send } = await open()
    const pdf = Buffer.from('%PDF-1.7 \0\x01\xff', 'latin1')
    const text = `Zoë has passed 🥋\n.\n.leading dot\n${'x'.repeat(3000)}`
    const html = `<p>Zoë has passed 🥋</p>${'<p>a long line</p>'.repeat(300)}`
    const { said, messageId } = await send({
      to: 'zoe@mail.example',
      toName: 'Zoë Ångström',
      ...{ letter: 'message', clubId: 1 },
      subject: 'Zoë’s grading 🥋 and a subject that is longer than one line of a header can be, which is folded',
      ...{ text, html, messageId: 'recipient-1' },
      headers: {
        'List-Unsubscribe': `<https://club.example/unsubscribe/${'a'.repeat(200)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      attachments: [{ filename: 'Zoë.pdf', contentType: 'application/pdf', base64: pdf.toString('base64') }],
    })
    expect(said).toMatch(/^250 OK id=/)
    const raw = await delivered(messageId)
    const read = extract(raw)
    expect(read.from).toMatchObject({ name: '本部 Karate, Leeds', address: 'post@honbu.example' })
    expect(read.to?.[0]).toMatchObject({ name: 'Zoë Ångström', address: 'zoe@mail.example' })
    expect(read.subject).toContain('Zoë’s grading 🥋')
    expect(read.text?.replaceAll('\r\n', '\n').trim()).toBe(text)
    expect(read.html?.replaceAll('\r\n', '\n').trim()).toBe(html)
    expect(read.attachments?.[0]?.filename).toBe('Zoë.pdf')
    const unfolded = raw.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ')
    expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\n')
    expect(unfolded.replaceAll(' ', '')).toContain(
      `List-Unsubscribe:<https://club.example/unsubscribe/${'a'.repeat(200)}>`,
    )
  })

  it('is understood when it refuses an address, and when it puts us off', async () => {
    const { send } = await open()
    const message = { letter: 'account', subject: 'Hello', text: 'Hello' } as const
    const bad = { canRetry: false, isAddressBad: true, message: 'The address does not exist (550, 5.1.1).' }
    await expect(send({ ...message, to: 'nobody@mail.example' })).rejects.toMatchObject(bad)
    const later = { canRetry: true, isAddressBad: false, message: expect.stringContaining('451') }
    await expect(send({ ...message, to: 'later@mail.example' })).rejects.toMatchObject(later)
  })

  it('takes many at once, each of them once', async () => {
    const { send } = await open()
    const names = Array.from({ length: 40 }, (_, index) => `many-${index}`)
    const handed = await Promise.all(
      names.map(name =>
        send({ letter: 'account', to: `${name}@mail.example`, subject: name, text: 'Hello', messageId: name }),
      ),
    )
    await expect.poll(() => exim.delivered().filter(bytes => bytes.includes('Subject: many-')).length).toBe(40)
    expect(new Set(handed.map(({ messageId }) => messageId)).size).toBe(40)
  })
})
