import { addTags, removeTags } from '../../tags/index.ts'
import { type ChangeOf, type Kind, leftOut } from '../kind.ts'

export const tags: Kind<ChangeOf<'tags'>> = {
  tables: ['member_tag'],
  async apply(context, { memberId, clubId }, { add, remove }) {
    const whom = { members: [memberId], clubIds: [clubId] }
    const { added } = add.length > 0 ? await addTags(context, { ...whom, tags: add }) : { added: 0 }
    const { removed } = remove.length > 0 ? await removeTags(context, { ...whom, tags: remove }) : { removed: 0 }
    if (added + removed === 0) throw leftOut(remove.length > 0 ? 'Has none of these tags.' : 'Has these tags already.')
    return [
      ...(added > 0 ? add.map(name => `+ ${name}`) : []),
      ...(removed > 0 ? remove.map(name => `− ${name}`) : []),
    ].join(', ')
  },
}
