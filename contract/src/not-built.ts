/** The specification's calls (section 7) that are not built yet: they answer 401 without a token and 501 with one. */
export const notBuilt: readonly (readonly ['GET' | 'POST', string])[] = [
  ...member('GET', ['GetExternalPayments/:id']),
  ...member('GET', ['getSubscriptions/:id']),
  ...member('GET', ['GetAvailableEvents/:id']),
  ...member('GET', ['GetAvailableProducts/:id', 'GetProductPrice/:id', 'SendDDInvite/:id']),
  ...member('POST', ['SavePayment/:id']),
  ...member('POST', ['DeletePayment/:id', 'SaveTransaction/:id', 'DeleteTransaction/:id']),
  ...member('POST', ['CancelExternalPayment/:id', 'TakePayment/:id']),
  ...member('POST', ['CancelSubscription/:id']),
  ['GET', '/GoCardless/NewCustomer/:id'],
  ['GET', '/GoCardless/CancelMandate/:id'],
]

function member(method: 'GET' | 'POST', calls: readonly string[]) {
  return calls.map(call => [method, `/api/member/${call}`] as const)
}
