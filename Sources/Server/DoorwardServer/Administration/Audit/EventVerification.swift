package import DoorwardSessions
package import DoorwardStore
import Encodings

/// Checks the chain of sealed events from its start to its end.
///
/// It finds each sealed event that was changed, removed, inserted or moved, and events that are missing at the end. It cannot find
/// that the whole database was replaced by an older copy of itself: then compare a ``Checkpoint`` that was noted before.
package struct EventVerification: Sendable {
  /// The place and the seal of an event, as an earlier verification has printed them.
  package struct Checkpoint: Sendable, Equatable, CustomStringConvertible {
    package let number: Int64
    package let seal: [UInt8]

    init(_ number: Int64, _ seal: [UInt8]) {
      self.number = number
      self.seal = seal
    }

    /// Reads `NUMBER:SEAL`; nil for another text.
    package init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int64(parts[0]), number > 0, parts[1].utf8.count == 64,
        let seal = try? Hex.decode(String(parts[1]))
      else { return nil }
      self.init(number, seal)
    }

    package var description: String { "\(number):\(Hex.encode(seal))" }
  }

  /// A sign of a change that the server has not made.
  package enum Finding: Sendable, Equatable, CustomStringConvertible {
    /// The event does not have the content or the place that was sealed.
    case changed(Int64, Event.ID)
    /// The device or the network of the event does not have the sealed content.
    case clientChanged(Int64, Event.ID)
    /// The device and the network were erased, and the user of the event exists.
    case clientErased(Int64, Event.ID)
    case missing(ClosedRange<Int64>)
    /// The event has a number after the end of the chain.
    case beyondEnd(Int64, Event.ID)
    case startChanged
    case endChanged
    case otherSeal(Checkpoint)
    case checkpointMissing(Checkpoint)

    package var description: String {
      switch self {
      case .changed(let number, let id):
        "event \(number) (\(id)) was changed, inserted or moved: its seal does not match"
      case .clientChanged(let number, let id): "the device or network of event \(number) (\(id)) was changed"
      case .clientErased(let number, let id):
        "the device and network of event \(number) (\(id)) were erased, but its user was not deleted"
      case .missing(let numbers) where numbers.count == 1: "event \(numbers.lowerBound) was removed"
      case .missing(let numbers): "events \(numbers.lowerBound) to \(numbers.upperBound) were removed"
      case .beyondEnd(let number, let id):
        "event \(number) (\(id)) is after the end of the chain: it was inserted, or the end was changed"
      case .startChanged: "the start of the chain was changed or removed: older events may have been removed"
      case .endChanged: "the end of the chain was changed or removed: newer events may have been removed"
      case .otherSeal(let checkpoint): "event \(checkpoint.number) does not have the seal of the checkpoint"
      case .checkpointMissing(let checkpoint): "the chain has no event \(checkpoint.number)"
      }
    }
  }

  /// The result.
  package struct Report: Sendable {
    /// The number of sealed events that were read.
    package fileprivate(set) var checked = 0
    /// The number of events that no server has sealed yet.
    package fileprivate(set) var unsealed = 0
    /// The first findings, at most ``EventVerification/findingsLimit``.
    package fileprivate(set) var findings: [Finding] = []
    package fileprivate(set) var hasMoreFindings = false
    /// The end of the chain, for a later verification; nil if no event was sealed.
    package fileprivate(set) var end: Checkpoint?

    fileprivate mutating func add(_ finding: Finding) {
      if findings.count < EventVerification.findingsLimit {
        findings.append(finding)
      } else {
        hasMoreFindings = true
      }
    }
  }

  package static let findingsLimit = 100
  private static let batch = 500

  let store: any Store
  let chain: EventChain

  package init(store: any Store, chain: EventChain) {
    self.store = store
    self.chain = chain
  }

  /// The part of the chain that was read.
  private struct Place: Sendable {
    var number: Int64 = 0
    /// The seal at the place; nil before the first event.
    var seal: [UInt8]?
    /// Whether the seal is the one that the next event was sealed after. Not so after a gap.
    var isKnown = true
  }

  private struct Part: Sendable {
    let events: [RecordedEvent]
    let start: EventChainPoint?
    let end: EventChainPoint?
    let unsealed: Int
  }

  /// Reads the chain. Events that are sealed or removed meanwhile do no harm.
  ///
  /// - Parameter checkpoint: the place and seal that the chain must have; nil for none.
  /// - Returns: what was found.
  /// - Throws: ``StoreError``.
  package func run(against checkpoint: Checkpoint? = nil) async throws -> Report {
    var (report, place) = (Report(), Place())
    var reachesCheckpoint = checkpoint == nil
    var isFirst = true
    var last: Int64 = 0
    while true {
      let part = try await part(after: last)
      if let start = part.start, start.number > place.number || isFirst {
        if try !chain.isGenuine(start, at: .start) { report.add(.startChanged) }
        (place.number, place.seal) = (start.number, start.seal)
        if let checkpoint, checkpoint.number <= start.number {
          reachesCheckpoint = true
          if checkpoint.number == start.number, checkpoint.seal != start.seal {
            report.add(.otherSeal(checkpoint))
          }
        }
      }
      isFirst = false
      for event in part.events {
        guard let seal = event.seal else { continue }
        last = seal.number
        if let end = part.end, seal.number > end.number {
          report.add(.beyondEnd(seal.number, event.id))
          continue
        }
        try check(event, seal, &place, &report)
        if let checkpoint, checkpoint.number == seal.number {
          reachesCheckpoint = true
          if checkpoint.seal != seal.code { report.add(.otherSeal(checkpoint)) }
        }
        (place.number, place.seal) = (seal.number, seal.code)
        report.checked += 1
      }
      guard part.events.count < Self.batch else { continue }
      try finish(part, place, &report)
      if let checkpoint, !reachesCheckpoint { report.add(.checkpointMissing(checkpoint)) }
      return report
    }
  }

  private func part(after number: Int64) async throws -> Part {
    try await store.read { snapshot in
      let start = try snapshot.chainPoint(at: .start)
      return Part(
        events: try snapshot.sealedEvents(after: max(number, start?.number ?? 0), limit: Self.batch),
        start: start, end: try snapshot.chainPoint(at: .end),
        unsealed: try snapshot.unsealedEvents(limit: Self.batch).count)
    }
  }

  private func check(
    _ event: RecordedEvent, _ seal: EventSeal, _ place: inout Place, _ report: inout Report
  ) throws {
    if seal.number > place.number + 1 {
      report.add(.missing((place.number + 1)...(seal.number - 1)))
      place.isKnown = false
    }
    let expected = try chain.code(of: event, seal.number, clientDigest: seal.clientDigest, after: place.seal)
    // After a gap the seal before is not known, unless the server has continued the chain without one.
    if place.isKnown, expected != seal.code { report.add(.changed(seal.number, event.id)) }
    place.isKnown = true
    if let salt = seal.salt {
      if try chain.digest(of: event.client, salt: salt) != seal.clientDigest {
        report.add(.clientChanged(seal.number, event.id))
      }
    } else if event.client != ClientDescription() {
      report.add(.clientChanged(seal.number, event.id))
    } else if event.hasUser, event.actor.name != EventActor.administratorName {
      report.add(.clientErased(seal.number, event.id))
    }
  }

  private func finish(_ part: Part, _ place: Place, _ report: inout Report) throws {
    report.unsealed = part.unsealed
    guard let end = part.end else {
      if place.number > 0 { report.add(.endChanged) }
      return
    }
    let isGenuine = try chain.isGenuine(end, at: .end)
    if !isGenuine { report.add(.endChanged) }
    if isGenuine, end.number > place.number { report.add(.missing((place.number + 1)...end.number)) }
    if isGenuine, end.number == place.number, let seal = place.seal, seal != end.seal {
      report.add(.endChanged)
    }
    report.end = place.seal.map { Checkpoint(place.number, $0) }
  }
}
