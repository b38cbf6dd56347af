import { longDate } from '@honbu/contract/format.ts'
import { withTitles } from '@honbu/contract/merge-fields.ts'
import { getTemplate } from '@honbu/contract/templates.ts'
import { IconPencil, IconSend } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { CopyToClub } from './CopyToClub.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import css from './Templates.module.css'
import { editTemplateAddress, sendAddress, templatesAddress } from './template-address.ts'

/** A template: what is known of it, and how it looks to members. */
export function TemplateView() {
  const { params } = useAddress()
  const id = idOf(params.id)
  const answer = useRead(getTemplate, { id }, { enabled: id > 0 })
  const template = answer.data
  const club = template?.usedIn[0]
  if (id === 0) return <Navigate to={templatesAddress() as '/'} replace />
  return (
    <Screen>
      <PageHeader
        title={template?.templateName ?? 'Template'}
        crumbs={[{ text: 'Message templates', to: templatesAddress() }]}
        actions={
          template && (
            <>
              {template.canEdit ? (
                <AppLink to={editTemplateAddress(template.clubId, id)} className={buttonClass('secondary')}>
                  <IconPencil size={18} aria-hidden="true" />
                  Edit
                </AppLink>
              ) : (
                <CopyToClub template={template} />
              )}
              {club && (
                <AppLink to={sendAddress(club.id, id)} className={buttonClass('primary')}>
                  <IconSend size={18} aria-hidden="true" />
                  Send a message
                </AppLink>
              )}
            </>
          )
        }
      >
        {template?.description}
      </PageHeader>
      {answer.error && (
        <ErrorState
          title="The template could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={6} height="72px" />}
      {template && (
        <div className={css.sides}>
          <Panel title="Details">
            <Facts
              facts={[
                ['Sent as', template.channel === 'sms' ? 'Text message' : 'E-mail'],
                ['Subject', withTitles(template.subject ?? '')],
                ['Layout', template.layoutName || (template.channel === 'email' && 'None')],
                [
                  'Of',
                  <>
                    {template.clubName} {template.isInherited && <Badge>Inherited</Badge>}
                  </>,
                ],
                ['Last day of use', template.expiryDate && longDate(template.expiryDate)],
              ]}
            />
          </Panel>
          {club && (
            <MessagePreview
              clubId={club.id}
              channel={template.channel}
              value={{ subject: template.subject, body: template.template, layoutId: template.layoutId }}
            />
          )}
        </div>
      )}
    </Screen>
  )
}
