-- Nobody waits any more for a message that was cancelled.
update message_recipient as recipient set state = 'skipped', refusal = 'cancelled'
from message
where message.id = recipient.message_id and message.status = 'cancelled' and recipient.state = 'waiting';
