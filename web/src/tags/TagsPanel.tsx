import { AttributesPanel } from '../attributes/AttributesPanel.tsx'
import type { MemberPanelProps } from '../member-view/panel-props.ts'
import { MemberTags } from './MemberTags.tsx'
import css from './Tags.module.css'

/** Words that the club puts on a member, and facts of its own thinking about him. */
export function TagsPanel({ memberId, details }: MemberPanelProps) {
  return (
    <div className={css.panels}>
      <MemberTags memberId={memberId} details={details} />
      <AttributesPanel memberId={memberId} />
    </div>
  )
}
