import { withTitles } from '@honbu/contract/merge-fields.ts'
import { copyTemplate, getTemplates, templateColumns } from '@honbu/contract/templates.ts'
import { IconMail, IconMessage, IconTemplate } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import type { MessagingPanelProps } from '../messages/panel-props.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Menu } from '../ui/Menu.tsx'
import { showToast } from '../ui/toasts.ts'
import { MessageSettings } from './MessageSettings.tsx'
import { NewFor } from './NewFor.tsx'
import { OwnerBadge } from './OwnerBadge.tsx'
import css from './Templates.module.css'
import { editTemplateAddress, newTemplateAddress, sendAddress, templateAddress } from './template-address.ts'

/** What messages of one club, or of all clubs of the user, are written from. */
export function TemplatesTab({ clubs }: MessagingPanelProps) {
  const [isSetting, setSetting] = useState(false)
  const copy = useWrite(copyTemplate)
  const navigate = useNavigate()
  const admins = clubs.filter(club => club.isAdmin)
  const [only] = admins.length === 1 ? admins : []

  async function copyTo(id: number, clubId: number) {
    const result = await copy.mutateAsync({ id, clubId })
    if (result.isSuccess === false) return void showToast({ message: result.message, tone: 'bad' })
    showToast({ message: 'Copied. It is the club’s own now.' })
    void navigate({ to: editTemplateAddress(clubId, result.id) as '/' })
  }

  return (
    <>
      <DataGrid
        label="Templates"
        name="message-templates"
        call={getTemplates}
        input={{ clubIds: clubs.map(club => club.id) }}
        columns={templateColumns}
        rowKey={row => row.id}
        rowTo={row => templateAddress(row.id)}
        cells={{
          channel: row => (
            <span className={css.channel}>
              {row.channel === 'sms' ? (
                <IconMessage size={16} aria-hidden="true" />
              ) : (
                <IconMail size={16} aria-hidden="true" />
              )}
              {row.channel === 'sms' ? 'Text message' : 'E-mail'}
            </span>
          ),
          subject: row => withTitles(row.subject) || '–',
          clubName: row => <OwnerBadge {...row} />,
        }}
        extra={[
          {
            id: 'actions',
            title: 'Actions',
            cell: row => (
              <Menu
                label={`More for ${row.templateName}`}
                items={[
                  { text: 'Send a message', to: sendAddress(clubs[0]?.id ?? row.clubId, row.id) },
                  ...(admins.some(club => club.id === row.clubId)
                    ? [
                        { text: 'Edit', to: editTemplateAddress(row.clubId, row.id) },
                        { text: 'Begin another with it', to: newTemplateAddress(row.clubId, row.id) },
                      ]
                    : []),
                  ...(row.isInherited
                    ? admins.map(club => ({
                        text: only ? 'Copy to my club' : `Copy to ${club.name}`,
                        onSelect: () => void copyTo(row.id, club.id),
                      }))
                    : []),
                ]}
              />
            ),
          },
        ]}
        empty={
          <EmptyState icon={<IconTemplate size={32} />} title="No templates yet">
            What is written often: a welcome, a reminder, a newsletter.
          </EmptyState>
        }
        actions={
          <>
            {only && <Button onClick={() => setSetting(true)}>Message settings</Button>}
            <NewFor text="New template" clubs={clubs} to={clubId => newTemplateAddress(clubId)} />
          </>
        }
      />
      {isSetting && only && <MessageSettings clubId={only.id} onClose={() => setSetting(false)} />}
    </>
  )
}
