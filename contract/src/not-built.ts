/** The specification's calls (section 7) that are not built yet: they answer 401 without a token and 501 with one. */
export const notBuilt: readonly (readonly ['GET' | 'POST', string])[] = [
  ...member('GET', ['GetDisciplines/:id', 'GetAttributes/:id', 'GetTransactions/:id', 'GetPayments/:id']),
  ...member('GET', ['GetExternalPayments/:id', 'GetCreditBalance/:id', 'GetClasses/:id', 'GetDetails/:id']),
  ...member('GET', ['GetNotes/:id', 'getMembership/:id', 'getSubscriptions/:id']),
  ...member('GET', ['GetContacts/:id', 'GetLinkedMembers/:id', 'GetTags/:id', 'GetAvailableEvents/:id']),
  ...member('GET', ['GetAvailableProducts/:id', 'GetProductPrice/:id', 'SendDDInvite/:id', 'ToggleIssueStatus/:id']),
  ...member('POST', ['GetAttendances/:id', 'SaveAttribute/:id', 'DeleteAttribute/:id']),
  ...member('POST', ['SavePayment/:id']),
  ...member('POST', ['DeletePayment/:id', 'SaveTransaction/:id', 'DeleteTransaction/:id', 'SaveNote/:id']),
  ...member('POST', ['DeleteNote/:id', 'renewmembership/:id', 'lapseMembership/:id', 'saveMembership/:id']),
  ...member('POST', ['DeleteMembership/:id', 'SavePerson/:id', 'SaveContact/:id', 'DeleteContact/:id']),
  ...member('POST', ['SaveMemberLink/:id', 'DeleteLink/:id', 'SaveDiscipline/:id', 'RemoveDiscipline/:id']),
  ...member('POST', ['CancelExternalPayment/:id', 'TakePayment/:id', 'ChangePlan/:id', 'AddTags']),
  ...member('POST', ['RemoveTags', 'Create', 'CancelSubscription/:id']),
  ['GET', '/GoCardless/NewCustomer/:id'],
  ['GET', '/GoCardless/CancelMandate/:id'],
]

function member(method: 'GET' | 'POST', calls: readonly string[]) {
  return calls.map(call => [method, `/api/member/${call}`] as const)
}
