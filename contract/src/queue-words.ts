/** What the jobs of a queue do, for people. */
const words: Readonly<Record<string, string>> = {
  'send-mail': 'Emails',
  'identity-link-mail': 'Emails with login links',
  'identity-invitation-mail': 'Invitations',
  'waiting-list-offer': 'Offers of a place',
  'document-request-mail': 'Requests to sign',
  'document-request-mails': 'Requests to sign, to many',
  'send-receipt': 'Receipts',
  'send-note-sms': 'Texts from notes',
  'send-test-sms': 'Test texts',
  'send-task-text': 'Texts about tasks',
  'tell-of-tasks': 'Task notifications',
  'tell-changed-sessions': 'News of changed sessions',
  'tell-price-change': 'News of a price change',
  'send-message': 'Messages to members',
  'send-report': 'Scheduled reports',
  'send-report-now': 'Reports sent now',
  'export-members': 'Exports',
  'check-import': 'Import previews',
  'run-import': 'Imports',
  'undo-import': 'Undone imports',
  'charge-memberships': 'Billing runs',
  'work-carrier-events': 'Delivery reports',
  'new-provider-key': 'New provider keys',
  'delete-file': 'Files to delete',
  'write-down-erased': 'Records of erasures',
  'discard-demo': 'Discarding the demo',
  'reseal-secrets': 'Encrypting secrets again',
}

export function queueWords(queue: string): string {
  const known = words[queue]
  if (known !== undefined) return known
  const plain = queue.replaceAll('-', ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

const codes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answered at the other end.',
  ECONNRESET: 'The other end cut the connection.',
  ETIMEDOUT: 'The other end took too long to answer.',
  ENOTFOUND: 'The other end’s name couldn’t be found.',
  EAI_AGAIN: 'The other end’s name couldn’t be found.',
  ENOSPC: 'The disk is full.',
}

/** Why a job failed. The queue keeps the sentence for a person, or the kind of an error and its code. */
export function reasonWords(reason: string | null): string {
  if (!reason) return 'We don’t know why.'
  const [, kind, code = ''] = /^(\w*Error)(?: (\w+))?$/.exec(reason) ?? []
  if (kind === undefined) return reason
  return codes[code] ?? `Something went wrong on our side (${code || kind}). The log has more.`
}
