"""Uses the clients that were generated of a bank and of travellers, at the addresses given."""

import datetime
import sys

import bank
import bank.api.account.account_deposit
import bank.api.account.account_open
import bank.api.account.account_withdraw
import bank.api.account.get_account
import bank.api.transfer.transfer_book
import travel
import travel.api.city.city_add_hotel
import travel.api.hotel.hotel_furnish
import travel.api.traveller.traveller_account
import travel.api.traveller.traveller_book_trip
import travel.api.traveller.traveller_save
from bank.models import (
    AccountDeposit,
    AccountInstance,
    AccountOpen,
    AccountState,
    AccountWithdraw,
    CommittedEvent,
    Problem,
    TransferBook,
)
from travel.models import (
    CityAddHotel,
    HotelFurnish,
    HotelOffer,
    TravellerAccountCommitted,
    TravellerBookTrip,
    TravellerBookTripCommitted,
    TravellerSave,
    TravellerSaveCommitted,
    TravellerStatement,
)

ANN = "NL91ABNA0417164300"
BOB = "NL02ABNA0123456789"


def use_bank(url):
    client = bank.Client(base_url=url)
    account = bank.api.account

    def read(key):
        found = account.get_account.sync(key, client=client)
        assert isinstance(found, AccountInstance), found
        return found

    account.account_open.sync(ANN, client=client, body=AccountOpen(initial_deposit="EUR 50.00"))
    account.account_open.sync(BOB, client=client, body=AccountOpen(initial_deposit="EUR 0.00"))
    assert read(ANN).state == AccountState.OPENED
    assert read(ANN).fields.balance == "EUR 50.00"

    transfer = TransferBook(amount="EUR 20.00", from_=ANN, to=BOB)
    booked = bank.api.transfer.transfer_book.sync("1", client=client, body=transfer)
    assert isinstance(booked, CommittedEvent) and booked.outcome == "committed", booked
    assert read(ANN).fields.balance == "EUR 30.00"

    refused = account.account_withdraw.sync(ANN, client=client, body=AccountWithdraw(amount="EUR 70.00"))
    assert isinstance(refused, Problem), refused
    assert (refused.status, refused.code) == (409, "precondition")
    assert refused.documentation == "The balance must cover the withdrawal."
    assert refused.values["this.balance"] == "EUR 30.00"

    def deposit():
        body = AccountDeposit(amount="EUR 1.00")
        return account.account_deposit.sync(BOB, client=client, body=body, idempotency_key="python-1")

    first, repeat = deposit(), deposit()
    assert isinstance(first, CommittedEvent) and first.transaction == repeat.transaction
    assert read(BOB).fields.balance == "EUR 21.00"


def use_travel(url):
    client = travel.Client(base_url=url)
    api = travel.api
    api.hotel.hotel_furnish.sync("Bristol", client=client, body=HotelFurnish(room=1, price=80))
    api.city.city_add_hotel.sync("Poznan", client=client, body=CityAddHotel(hotel="Bristol"))
    saved = api.traveller.traveller_save.sync("ada", client=client, body=TravellerSave(amount=500))
    assert isinstance(saved, TravellerSaveCommitted) and saved.result == 500, saved
    arrival = datetime.date(2027, 5, 1)
    trip = TravellerBookTrip(city="Poznan", arrival=arrival, count=2, at_most=180)
    booked = api.traveller.traveller_book_trip.sync("ada", client=client, body=trip)
    assert isinstance(booked, TravellerBookTripCommitted), booked
    assert booked.result == HotelOffer(hotel="Bristol", room=1, price=160)
    account = api.traveller.traveller_account.sync("ada", client=client)
    assert isinstance(account, TravellerAccountCommitted), account
    assert isinstance(account.result, TravellerStatement) and account.result.trips[0].arrival == arrival


use_bank(sys.argv[1])
use_travel(sys.argv[2])
print("good")
