import { MemberGrid } from './MemberGrid.tsx'

/** The members of one club, in Club Admin. */
export const MembersTab = ({ clubId }: { clubId: number }) => <MemberGrid clubIds={[clubId]} />
