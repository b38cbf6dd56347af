/*
 * For the service worker, which is one file without imports that it shares with the page. It must not be the one to make the
 * database: the page gives it its stores.
 */

/** Takes all answers off the device, and the key that opened them. Marks that have not been sent stay, for who made them. */
export async function forgetKept(): Promise<void> {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === 'honbu')) return
  const database = await done(indexedDB.open('honbu'))
  try {
    for (const store of ['keys', 'answers', 'words'])
      if (database.objectStoreNames.contains(store))
        await done(database.transaction(store, 'readwrite').objectStore(store).clear())
  } finally {
    database.close()
  }
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
