import { openBankSandbox } from '@honbu/sandbox/gocardless/open.ts'

/** What the bank is asked to do; it answers with what came of it. */
export type BankOrder =
  | { readonly open: { readonly folder: string; readonly now: string; readonly token: string } }
  | { readonly moveTo: string }
  | { readonly deliverTo: string }

type Bank = Awaited<ReturnType<typeof openBankSandbox>>
let bank: Bank | undefined

/** The sandbox of GoCardless in a process of its own, as the real one is elsewhere. */
process.on('message', async (order: BankOrder) => process.send?.(await answer(order)))

async function answer(order: BankOrder): Promise<object> {
  if ('open' in order) {
    const { folder, now, token } = order.open
    bank = await openBankSandbox({ folder, clock: () => new Date(now), sendsWebhooks: false })
    return { url: bank.url, secret: bank.webhookSecretOf(token) }
  }
  if (!bank) throw new Error('the bank has not been opened')
  if ('moveTo' in order) {
    await bank.moveTo(order.moveTo)
    return {}
  }
  bank.attach({ pages: '', webhooks: order.deliverTo })
  return await bank.deliver()
}

// Whatever becomes of the process that measures, this one does not stay.
process.once('disconnect', () => process.exit())
