-- The last day that a club's accounts are final for. An entry that belongs to an earlier day is dated on the first open day.
alter table club add column books_closed_until date;

create function date_in_open_books() returns trigger language plpgsql as $$
declare
  first_open date;
begin
  select books_closed_until + 1 into first_open from club where id = new.club_id;
  if first_open is not null then
    if tg_table_name = 'charge' then
      new.transaction_date := greatest(new.transaction_date, first_open);
      new.due_on := greatest(new.due_on, first_open);
    else
      new.payment_date := greatest(new.payment_date, first_open);
    end if;
  end if;
  return new;
end $$;
create trigger charge_in_open_books before insert on charge
  for each row execute function date_in_open_books();
create trigger payment_in_open_books before insert on payment
  for each row execute function date_in_open_books();
