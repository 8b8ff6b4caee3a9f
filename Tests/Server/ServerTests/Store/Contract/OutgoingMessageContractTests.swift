import DoorwardSignIn
import DoorwardStore
import Foundation
import Testing

@Suite("Store contract: outgoing messages")
struct OutgoingMessageContractTests {
  private static let note = DeliveryNote(code: "refused", detail: awkwardText)

  private func message(
    on channel: DeliveryChannel = .sms, dueAt due: Date = moment(0), createdAt: Date = moment(0),
    expiresAt: Date = moment(60_000), userID: User.ID? = nil, challengeID: ChallengeID? = nil,
    recipient: String = awkwardText
  ) throws -> QueuedMessage {
    QueuedMessage(
      id: try QueuedMessage.ID(at: createdAt, random: .system), applicationID: awkwardText, userID: userID,
      challengeID: challengeID, channel: channel,
      recipient: recipient, kind: awkwardText, createdAt: createdAt, expiresAt: expiresAt,
      sealedContent: [0, 1, 255], nextAttemptAt: due)
  }

  private func claim(until end: Date) throws -> DeliveryClaim {
    DeliveryClaim(id: try DeliveryClaim.ID(at: moment(0), random: .system), until: end)
  }

  private func insert(_ store: any Store, _ messages: QueuedMessage...) async throws {
    try await store.write { transaction in for message in messages { try transaction.insert(message) } }
  }

  private func claimed(
    _ store: any Store, at instant: Date, _ claim: DeliveryClaim, limit: Int = 9
  ) async throws -> [QueuedMessage] {
    try await store.write { try $0.claimDueMessages(on: .sms, at: instant, claim, limit: limit) }
  }

  @Test(arguments: StoreKind.allCases)
  func `a message is read exactly as it was stored`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let message = try message()
      try await insert(store, message)
      let kept = try await store.read { try $0.message(message.id) }
      #expect(kept == message && isSame(kept?.recipient, awkwardText))
      await #expect(throws: StoreError(.conflict, "")) { try await insert(store, message) }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the messages of a challenge are cancelled while they wait`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (challenge, other) = (try newChallenge(), try newChallenge())
      let (waiting, sent) = (try message(challengeID: challenge), try message(challengeID: challenge))
      let unrelated = [try message(challengeID: other), try message()]
      try await insert(store, sent)
      let claim = try claim(until: moment(100))
      _ = try await claimed(store, at: moment(1), claim)
      let delivered = DeliveryResult.delivered(Self.note)
      _ = try await store.write { try $0.finish(sent.id, claim: claim.id, result: delivered, at: moment(2)) }
      let inProgress = try message(challengeID: challenge)
      try await insert(store, inProgress)
      _ = try await claimed(store, at: moment(3), claim)
      try await insert(store, waiting, unrelated[0], unrelated[1])
      let cancel = { @Sendable () in
        try await store.write { try $0.cancelMessages(forChallenge: challenge, at: moment(4)) }
      }
      try await cancel()
      try await cancel()
      for id in [waiting.id, inProgress.id] {
        let kept = try await store.read { try $0.message(id) }
        #expect(kept?.state == .cancelled && kept?.sealedContent == nil && kept?.endedAt == moment(4))
        #expect(kept?.challengeID == challenge)
      }
      #expect(
        try await !store.write {
          try $0.finish(inProgress.id, claim: claim.id, result: delivered, at: moment(5))
        })
      #expect(try await store.read { try $0.message(sent.id) }?.state == .delivered)
      let due = try await claimed(store, at: moment(6), try self.claim(until: moment(100)))
      #expect(Set(due.map(\.id)) == Set(unrelated.map(\.id)))
      #expect(try await store.read { try $0.undeliveredMessages(after: nil, limit: 9) }.isEmpty)
      let purged = try await store.write {
        try $0.purgeMessages(deliveredBefore: moment(5), undeliveredBefore: moment(0), limit: 9)
      }
      #expect(purged == 3)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the messages of a user are erased, also with the user`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      let first = [try message(userID: user.id), try message(userID: user.id)]
      let (second, third) = (try message(userID: user.id), try message(userID: other.id))
      await #expect(throws: StoreError(.missing, "")) { try await insert(store, first[0]) }
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(other)
      }
      try await insert(store, first[0], first[1], third)
      #expect(try await store.read { try $0.message(third.id) } == third)
      // Messages that have ended are erased too, because they have the address of the user.
      let claim = try claim(until: moment(100))
      _ = try await claimed(store, at: moment(1), claim, limit: 1)
      let failed = DeliveryResult.failed(Self.note)
      for message in first {
        _ = try await store.write {
          try $0.finish(message.id, claim: claim.id, result: failed, at: moment(2))
        }
      }
      #expect(try await store.write { try $0.eraseMessages(ofUser: user.id) } == 2)
      try await insert(store, second)
      try await store.write { try $0.deleteUser(user.id) }
      for message in first + [second] { #expect(try await store.read { try $0.message(message.id) } == nil) }
      #expect(try await store.read { try $0.message(third.id) } != nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a message without a user belongs to the user of its address`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      let own = try message(recipient: "Ada@example.com")
      let foreign = [
        try message(recipient: "eve@example.com"),
        try message(userID: other.id, recipient: "ada@example.com"),
      ]
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(other)
        try transaction.insert(
          Identity.sample(of: user, key: IdentityKey(kind: .email, identifier: "ada@example.com")))
        // The name of a user is not an address.
        try transaction.insert(
          Identity.sample(of: user, key: IdentityKey(kind: .userName, identifier: "eve@example.com")))
      }
      try await insert(store, own, foreign[0], foreign[1])
      #expect(try await store.read { try $0.messages(ofUser: user.id) } == [own])
      try await store.write { try $0.deleteUser(user.id) }
      #expect(try await store.read { try $0.message(own.id) } == nil)
      for message in foreign { #expect(try await store.read { try $0.message(message.id) } == message) }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `due messages are claimed once, the most urgent first, until the lease ends`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let (late, early, future) = (
        try message(dueAt: moment(3)), try message(dueAt: moment(5), expiresAt: moment(50_000)),
        try message(dueAt: moment(7), expiresAt: moment(40_000))
      )
      try await insert(store, late, early, future)
      #expect(try await !store.read { try $0.hasDueMessage(on: .sms, at: moment(2)) })
      #expect(try await store.read { try $0.hasDueMessage(on: .sms, at: moment(3)) })
      let first = try claim(until: moment(100))
      #expect(try await claimed(store, at: moment(6), first, limit: 1).map(\.id) == [early.id])
      #expect(try await claimed(store, at: moment(6), first, limit: 9).map(\.id) == [late.id])
      #expect(try await claimed(store, at: moment(6), try claim(until: moment(100))).isEmpty)
      #expect(try await !store.read { try $0.hasDueMessage(on: .sms, at: moment(6)) })
      let kept = try await store.read { try $0.message(early.id) }
      #expect(
        kept?.attempts == 1 && kept?.nextAttemptAt == moment(100) && kept?.sealedContent == [0, 1, 255])
      let again = try await claimed(store, at: moment(100), try claim(until: moment(200)))
      #expect(Set(again.map(\.id)) == [late.id, early.id, future.id])
      #expect(again.map(\.attempts).sorted() == [1, 2, 2])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `messages of another channel are neither claimed nor expired`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (mail, old) = (try message(on: .email), try message(on: .email, expiresAt: moment(5)))
      try await insert(store, mail, old)
      #expect(try await !store.read { try $0.hasDueMessage(on: .sms, at: moment(9)) })
      #expect(try await store.read { try $0.hasDueMessage(on: .email, at: moment(9)) })
      #expect(try await claimed(store, at: moment(9), try claim(until: moment(100))).isEmpty)
      #expect(try await store.write { try $0.expireDueMessages(on: .sms, at: moment(9), limit: 9) } == 0)
      #expect(try await store.write { try $0.expireDueMessages(on: .email, at: moment(9), limit: 9) } == 1)
      let claim = try claim(until: moment(100))
      let claimed = try await store.write {
        try $0.claimDueMessages(on: .email, at: moment(9), claim, limit: 9)
      }
      #expect(claimed.map(\.id) == [mail.id])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `parallel claims never get the same message`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let messages = try (0..<50).map { _ in try message() }
      try await store.write { transaction in for message in messages { try transaction.insert(message) } }
      let results = await together(20) { _ in
        let claim = try claim(until: moment(100))
        return try await claimed(store, at: moment(1), claim, limit: 3).map(\.id)
      }
      let ids = try results.flatMap { try $0.get() }
      #expect(ids.count == 50 && Set(ids).count == 50)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a result of the claim ends the message and erases its content`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      for (result, state) in [
        (DeliveryResult.delivered(Self.note), QueuedMessage.State.delivered), (.failed(Self.note), .failed),
        (.expired(Self.note), .expired),
      ] {
        let message = try message()
        try await insert(store, message)
        let claim = try claim(until: moment(100))
        #expect(try await claimed(store, at: moment(1), claim).count == 1)
        #expect(
          try await store.write { try $0.finish(message.id, claim: claim.id, result: result, at: moment(9)) })
        let kept = try await store.read { try $0.message(message.id) }
        #expect(kept?.state == state && kept?.sealedContent == nil && kept?.endedAt == moment(9))
        #expect(kept?.outcome == Self.note && isSame(kept?.outcome?.detail, awkwardText))
        #expect(
          try await !store.write {
            try $0.finish(message.id, claim: claim.id, result: .failed(Self.note), at: moment(10))
          })
        #expect(try await claimed(store, at: moment(1000), try self.claim(until: moment(2000))).isEmpty)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a postponed message keeps its content and is due later`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let message = try message()
      try await insert(store, message)
      let claim = try claim(until: moment(100))
      _ = try await claimed(store, at: moment(1), claim)
      let result = DeliveryResult.postponed(until: moment(50), Self.note)
      #expect(
        try await store.write { try $0.finish(message.id, claim: claim.id, result: result, at: moment(9)) })
      let kept = try await store.read { try $0.message(message.id) }
      #expect(kept?.state == .waiting && kept?.nextAttemptAt == moment(50) && kept?.sealedContent != nil)
      #expect(kept?.outcome == Self.note && kept?.endedAt == nil)
      #expect(try await claimed(store, at: moment(49), claim).isEmpty)
      #expect(
        try await claimed(store, at: moment(50), try self.claim(until: moment(200))).first?.attempts == 2)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a withheld message is removed by its claim alone`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let message = try message()
      try await insert(store, message)
      let (claim, other) = (try claim(until: moment(100)), try claim(until: moment(100)))
      _ = try await claimed(store, at: moment(1), claim)
      #expect(
        try await !store.write {
          try $0.finish(message.id, claim: other.id, result: .withheld, at: moment(2))
        })
      #expect(
        try await store.write { try $0.finish(message.id, claim: claim.id, result: .withheld, at: moment(2)) }
      )
      #expect(try await store.read { try $0.message(message.id) } == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the result of an old claim changes nothing`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let message = try message()
      try await insert(store, message)
      let (old, new) = (try claim(until: moment(10)), try claim(until: moment(30)))
      _ = try await claimed(store, at: moment(1), old)
      #expect(try await claimed(store, at: moment(10), new).count == 1)
      for result in [DeliveryResult.delivered(Self.note), .postponed(until: moment(11), Self.note)] {
        #expect(
          try await !store.write { try $0.finish(message.id, claim: old.id, result: result, at: moment(11)) })
      }
      #expect(try await store.read { try $0.message(message.id) }?.nextAttemptAt == moment(30))
      let result = DeliveryResult.delivered(Self.note)
      #expect(
        try await store.write { try $0.finish(message.id, claim: new.id, result: result, at: moment(12)) })
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `expired messages are not claimed, and end with the outcome of their last attempt`(
    _ kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let (expired, claimedOne, fresh) = (
        try message(expiresAt: moment(20)), try message(expiresAt: moment(20)), try message()
      )
      try await insert(store, expired)
      let claim = try claim(until: moment(15))
      _ = try await claimed(store, at: moment(1), claim)
      let result = DeliveryResult.postponed(until: moment(16), Self.note)
      _ = try await store.write { try $0.finish(expired.id, claim: claim.id, result: result, at: moment(2)) }
      try await insert(store, claimedOne)
      _ = try await claimed(store, at: moment(10), try self.claim(until: moment(40)))
      try await insert(store, fresh)
      #expect(try await store.write { try $0.expireDueMessages(on: .sms, at: moment(20), limit: 9) } == 1)
      let kept = try await store.read { try $0.message(expired.id) }
      #expect(kept?.state == .expired && kept?.sealedContent == nil && kept?.endedAt == moment(20))
      #expect(kept?.outcome == Self.note)
      // Another process may still deliver the claimed message.
      #expect(try await store.read { try $0.message(claimedOne.id) }?.state == .waiting)
      #expect(
        try await claimed(store, at: moment(40), try self.claim(until: moment(99))).map(\.id) == [fresh.id])
      #expect(try await store.write { try $0.expireDueMessages(on: .sms, at: moment(40), limit: 9) } == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `undelivered messages are listed in parts, newest first`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      var expected: [QueuedMessage.ID] = []
      for number in 0..<7 {
        // Some messages have the same time.
        let message = try message(createdAt: moment(Int64(number / 2)))
        try await insert(store, message)
        let claim = try claim(until: moment(100))
        _ = try await claimed(store, at: moment(9), claim)
        let result: DeliveryResult =
          number == 3 ? .delivered(Self.note) : number == 4 ? .expired(Self.note) : .failed(Self.note)
        _ = try await store.write {
          try $0.finish(message.id, claim: claim.id, result: result, at: moment(9))
        }
        if number != 3 { expected.append(message.id) }
      }
      try await insert(store, try message())
      var found: [QueuedMessage] = []
      while true {
        let position = found.last?.position
        let part = try await store.read { try $0.undeliveredMessages(after: position, limit: 2) }
        found += part
        if part.count < 2 { break }
      }
      #expect(Set(found.map(\.id)) == Set(expected) && found.count == 6)
      #expect(found.map(\.createdAt) == found.map(\.createdAt).sorted(by: >))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the spending of a day never exceeds the limit`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let wins = await together(50) { _ in
        try await store.write { try $0.spendOnDelivery(3, onDay: 20_000, limit: 20) }
      }
      let outcomes = try wins.map { try $0.get() }
      #expect(outcomes.filter(\.self).count == 6)
      #expect(try await store.read { try $0.deliverySpending(onDay: 20_000) } == 18)
      #expect(try await store.read { try $0.deliverySpending(onDay: 20_001) } == 0)
      #expect(try await store.write { try $0.spendOnDelivery(2, onDay: 20_000, limit: 20) })
      #expect(try await !store.write { try $0.spendOnDelivery(1, onDay: 20_000, limit: 20) })
      #expect(try await store.write { try $0.spendOnDelivery(-5, onDay: 20_000, limit: 0) })
      #expect(try await store.read { try $0.deliverySpending(onDay: 20_000) } == 15)
      #expect(try await !store.write { try $0.spendOnDelivery(.max, onDay: 20_000, limit: .max) })
      #expect(try await store.write { try $0.spendOnDelivery(-99, onDay: 20_000, limit: 0) })
      #expect(try await store.read { try $0.deliverySpending(onDay: 20_000) } == 0)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the purge deletes ended messages by their state, up to its limit`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      for number in 0..<6 {
        let message = try message()
        try await insert(store, message)
        let claim = try claim(until: moment(100))
        _ = try await claimed(store, at: moment(1), claim)
        let result: DeliveryResult = number < 3 ? .delivered(Self.note) : .failed(Self.note)
        _ = try await store.write {
          try $0.finish(message.id, claim: claim.id, result: result, at: moment(9))
        }
      }
      try await insert(store, try message())
      _ = try await store.write { try $0.spendOnDelivery(1, onDay: 1, limit: 9) }
      let purge = { @Sendable (delivered: Date, undelivered: Date) in
        try await store.write {
          try $0.purgeMessages(deliveredBefore: delivered, undeliveredBefore: undelivered, limit: 2)
        }
      }
      #expect(try await purge(moment(9), moment(9)) == 0)
      #expect(try await purge(moment(10), moment(9)) == 2)
      #expect(try await purge(moment(10), moment(10)) == 2)
      #expect(try await purge(moment(10), moment(10)) == 2)
      #expect(try await purge(moment(10), moment(10)) == 0)
      #expect(try await store.read { try $0.hasDueMessage(on: .sms, at: moment(10)) })
      // The clock may be set back to that day.
      #expect(try await store.read { try $0.deliverySpending(onDay: 1) } == 1)
    }
  }
}
