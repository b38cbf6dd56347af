import { copyLayout, getLayouts, layoutColumns } from '@honbu/contract/templates.ts'
import { IconLayoutNavbar } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../app/api.ts'
import type { MessagingPanelProps } from '../messages/panel-props.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Menu } from '../ui/Menu.tsx'
import { showToast } from '../ui/toasts.ts'
import { NewFor } from './NewFor.tsx'
import { OwnerBadge } from './OwnerBadge.tsx'
import { layoutAddress } from './template-address.ts'

/** What stands above and below the words of e-mails. */
export function LayoutsTab({ clubs }: MessagingPanelProps) {
  const copy = useWrite(copyLayout)
  const navigate = useNavigate()
  const admins = clubs.filter(club => club.isAdmin)

  async function copyTo(id: number, clubId: number) {
    const result = await copy.mutateAsync({ id, clubId })
    if (result.isSuccess === false) return void showToast({ message: result.message, tone: 'bad' })
    showToast({ message: 'Copied. It is the club’s own now.' })
    void navigate({ to: layoutAddress(clubId, result.id) as '/' })
  }

  return (
    <DataGrid
      label="Layouts"
      name="message-layouts"
      call={getLayouts}
      input={{ clubIds: clubs.map(club => club.id) }}
      columns={layoutColumns}
      rowKey={row => row.id}
      rowTo={row => layoutAddress(row.clubId, row.id)}
      cells={{ clubName: row => <OwnerBadge {...row} /> }}
      extra={[
        {
          id: 'actions',
          title: 'Actions',
          cell: row => (
            <Menu
              label={`More for ${row.layoutName}`}
              items={[
                {
                  text: admins.some(club => club.id === row.clubId) ? 'Edit' : 'Look at it',
                  to: layoutAddress(row.clubId, row.id),
                },
                ...(row.isInherited
                  ? admins.map(club => ({
                      text: admins.length === 1 ? 'Copy to my club' : `Copy to ${club.name}`,
                      onSelect: () => void copyTo(row.id, club.id),
                    }))
                  : []),
              ]}
            />
          ),
        },
      ]}
      empty={
        <EmptyState icon={<IconLayoutNavbar size={32} />} title="No layouts yet">
          The club’s name on top and its address below, the same in every e-mail.
        </EmptyState>
      }
      actions={<NewFor text="New layout" clubs={clubs} to={clubId => layoutAddress(clubId)} />}
    />
  )
}
