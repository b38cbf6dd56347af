import { openDocumentsOf, sendDocuments } from '../../papers/index.ts'
import { type ChangeOf, type Kind, leftOut } from '../kind.ts'

export const document: Kind<ChangeOf<'document'>> = {
  tables: [],
  sends: true,
  async apply(context, { memberId, clubId }, { documentIds }) {
    const open = await openDocumentsOf(context.tx, { memberId, clubId, now: context.now })
    const left = open.filter(({ documentId }) => documentIds.includes(documentId))
    if (left.length === 0) throw leftOut('Has signed already, or the document isn’t used here.')
    const { name, email } = await sendDocuments(context, {
      ...{ id: memberId, clubId },
      documentIds: left.map(({ documentId }) => documentId),
    })
    return `${left.map(({ title }) => title).join(', ')} to ${name} (${email})`
  },
}
