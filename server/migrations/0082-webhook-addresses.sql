-- Each account has a webhook address of its own, so that checking a signature costs the same however many accounts there
-- are. Accounts from before go on at the address they shared until the provider uses their own.
alter table provider_account add column shares_address boolean not null default true;
alter table provider_account alter column shares_address set default false;
