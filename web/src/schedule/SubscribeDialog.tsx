import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { getCalendarFeeds, renewClubFeed, renewMyFeed, revokeClubFeed, revokeMyFeed } from '@honbu/contract/schedule.ts'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { address } from '../app/base.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './SubscribeDialog.module.css'

/** Addresses that a phone's or a computer's calendar keeps itself up to date from. */
export function SubscribeDialog({ clubId, onClose }: { clubId: number; onClose: () => void }) {
  const feeds = useRead(getCalendarFeeds, { id: clubId })
  return (
    <Dialog title="Subscribe in a calendar" isOpen isWide onClose={onClose}>
      <p className={css.help}>
        Paste an address into the calendar on your phone or computer (“Add calendar by URL”). It shows the classes,
        rooms and who teaches, no members, and follows every change. Whoever has the address can see it: a new address
        ends the old one.
      </p>
      {feeds.error && (
        <ErrorState title="The addresses could not be loaded." error={feeds.error} retry={() => void feeds.refetch()} />
      )}
      {feeds.isLoading && <SkeletonRows count={2} height="96px" />}
      {feeds.data && (
        <>
          <Feed
            title="What I teach"
            feed={feeds.data.myFeed}
            renew={{ call: renewMyFeed, input: {} }}
            revoke={{ call: revokeMyFeed, input: {} }}
          />
          {feeds.data.isAdmin && (
            <Feed
              title="All classes of this club"
              feed={feeds.data.clubFeed}
              renew={{ call: renewClubFeed, input: { id: clubId } }}
              revoke={{ call: revokeClubFeed, input: { id: clubId } }}
            />
          )}
        </>
      )}
    </Dialog>
  )
}

interface Call {
  call: Endpoint<'write'>
  input: object
}

interface FeedProps {
  title: string
  feed: string | null
  renew: Call
  revoke: Call
}

function Feed({ title, feed, renew, revoke }: FeedProps) {
  const [message, setMessage] = useState('')
  const renewed = useWrite(renew.call)
  const revoked = useWrite(revoke.call)
  const url = feed && address(feed)
  async function run(write: typeof renewed, input: object, done: string) {
    const result = await write.mutateAsync(input)
    setMessage(isRefusal(result) ? result.message : done)
  }
  return (
    <section className={css.feed} aria-label={title}>
      <h3 className={css.title}>{title}</h3>
      {url && (
        <input
          className={css.address}
          readOnly
          aria-label={`Address: ${title}`}
          value={url}
          onFocus={event => event.currentTarget.select()}
        />
      )}
      <div className={css.buttons}>
        {url && (
          <Button variant="primary" onClick={() => void copy(url).then(setMessage)}>
            Copy address
          </Button>
        )}
        <Button isBusy={renewed.isPending} onClick={() => void run(renewed, renew.input, 'This is a new address.')}>
          {url ? 'New address' : 'Make an address'}
        </Button>
        {url && (
          <Button
            variant="danger"
            isBusy={revoked.isPending}
            onClick={() => void run(revoked, revoke.input, 'The address no longer works.')}
          >
            Revoke
          </Button>
        )}
      </div>
      <p role="status" className={css.status}>
        {message}
      </p>
    </section>
  )
}

async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied.'
  } catch {
    return 'Your browser does not let this page copy: mark the address and copy it.'
  }
}
