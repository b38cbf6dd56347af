import { boot, Intercom, shutdown, update } from '@intercom/messenger-js-sdk'
import type { Chat, RunningChat } from './running-chat.ts'

let wasStarted = false

export function startIntercom({ appId, place, userId, userHash, name, email, createdAt }: Chat): RunningChat {
  const user = { user_id: userId, user_hash: userHash, name, email, created_at: createdAt }
  // After a shutdown only `boot` begins anew: the script is there already.
  if (wasStarted) boot({ app_id: appId, ...user })
  else Intercom({ app_id: appId, region: regionOf(place), ...user })
  wasStarted = true
  return { update: () => update({}), stop: () => shutdown() }
}

const regionOf = (place: string) => (['us', 'eu', 'ap'] as const).find(each => each === place) ?? 'us'
