import DoorwardWire
import Encodings

@testable import Doorward

extension SessionWorld {
  /// A number for the state: equal for equal states.
  func fingerprint(_ server: ModelServer?) -> Int {
    var hasher = Hasher()
    storage.fingerprint(into: &hasher)
    hasher.combine(lockHolder)
    hasher.combine(timesPassed)
    hasher.combine(acts)
    hasher.combine(faults)
    hasher.combine(signedOut)
    hasher.combine(gone)
    if mutation == .readsAreStale { hasher.combine(previous) }
    hasher.combine(signOutTimes)
    hasher.combine(began)
    hasher.combine(upgraded)
    hasher.combine(live)
    hasher.combine(revocations)
    hasher.combine(isDamaged)
    hasher.combine(wasDamaged)
    hasher.combine(server)
    for process in processes {
      hasher.combine(process.isBehind)
      hasher.combine(process.calls)
      hasher.combine(process.cancelled)
      hasher.combine(process.signedOut)
      hasher.combine(process.ended)
      hasher.combine(process.persons)
      hasher.combine(process.refused)
      hasher.combine(process.view)
      hasher.combine(process.lastProofOfA)
      process.machine.fingerprint(into: &hasher)
      hasher.combine(process.flights.count)
      for flight in process.flights { flight.hash(into: &hasher) }
    }
    return hasher.finalize()
  }
}

extension StoredRecord {
  /// The hash of a session has only its tokens.
  func fingerprint(into hasher: inout Hasher) {
    hasher.combine(self)
    hasher.combine(holder?.receivedAt)
    hasher.combine(holder?.session?.user.wire[.name])
  }
}

extension SessionMachine {
  func fingerprint(into hasher: inout Hasher) {
    known.record?.fingerprint(into: &hasher)
    hasher.combine(known.error?.code)
    hasher.combine(known.life)
    hasher.combine(known.isVerified)
    hasher.combine(known.used)
    hasher.combine(changes)
    hasher.combine(jobs)
    hasher.combine(signIns)
    hasher.combine(waiters)
    hasher.combine(signOuts)
    hasher.combine(ends)
    hasher.combine(upkeep)
    hasher.combine(announced)
  }
}

extension SessionWorld.Flight {
  func hash(into hasher: inout Hasher) {
    switch self {
    case .look: hasher.combine(0)
    case .open: hasher.combine(1)
    case .alarm: hasher.combine(2)
    case .write(let record):
      hasher.combine(3)
      record.fingerprint(into: &hasher)
    case .request(let request):
      hasher.combine(4)
      switch request {
      case .renew(let session): hasher.combine(session)
      case .visit(let visit, let guest):
        hasher.combine(visit)
        hasher.combine(guest)
      case .confirm(let session): hasher.combine(session)
      case .signIn(let call, let proof, let token):
        hasher.combine(call)
        hasher.combine(proof)
        hasher.combine(token)
      case .end(let session, let isEverywhere, let token):
        hasher.combine(session)
        hasher.combine(isEverywhere)
        hasher.combine(token)
      default: break
      }
    case .answer(let event):
      hasher.combine(5)
      switch event {
      case .renewed(let result): Self.hash(result, &hasher)
      case .signInAnswered(let call, let result):
        hasher.combine(call)
        Self.hash(result, &hasher)
      case .visited(.success(let holder)): hasher.combine(holder)
      case .visited(.failure(let error)): hasher.combine(error.code)
      case .confirmed(.failure(let error)): hasher.combine(error.code)
      case .confirmed: hasher.combine(6)
      case .endAnswered(let id, let isEnded, let error):
        hasher.combine(id)
        hasher.combine(isEnded)
        hasher.combine(error?.code)
      default: break
      }
    }
  }

  private static func hash(_ result: Result<SessionRecord, DoorwardError>, _ hasher: inout Hasher) {
    switch result {
    case .success(let session):
      hasher.combine(session)
      hasher.combine(session.receivedAt)
    case .failure(let error): hasher.combine(error.code)
    }
  }
}
