import Encodings

@testable import Doorward

/// Users and apps act.
extension SessionWorld {
  mutating func perform(_ act: Act, _ process: Int) {
    acts += 1
    time += 0.001
    processes[process].calls.insert(act.call)
    let present = processes[process].machine.present
    switch act {
    case .token:
      processes[process].person = present?.person
      send(.want(act.call, .token(refused: nil, of: nil)), to: process)
    case .anonymous: send(.want(act.call, .anonymous), to: process)
    case .signInAAgain:
      guard let proof = processes[process].lastProofOfA else { return }
      send(.submit(act.call, proof, .visitor), to: process)
    case .signInA, .signInB, .reauthenticate:
      proofs += 1
      let wallet = act == .signInB ? "B" : "A"
      let request = supply?[wallet]?.popLast() ?? SignInRequest(path: wallet, body: [:], key: "p\(proofs)")
      if act == .signInA { processes[process].lastProofOfA = request }
      send(.submit(act.call, request, act == .reauthenticate ? .present : .visitor), to: process)
    case .signOut:
      processes[process].cancelled = processes[process].calls
      if let session = present?.session {
        signedOut.insert(session.sessionID)
        processes[process].signedOut.insert(session.sessionID)
      }
      if let present { signOutTimes[present.person] = time }
      if processes[process].machine.stored == nil { signOutTimes[.none] = time }
      if processes[process].machine.stored == nil, let session = storage.holder?.session {
        signedOut.insert(session.sessionID)
      }
      // A session that is being stored, or is stored and not read yet.
      for case .write(let record) in processes[process].flights {
        guard let session = record.holder?.session else { continue }
        signedOut.insert(session.sessionID)
        processes[process].signedOut.insert(session.sessionID)
      }
      send(.signOut(act.call, everywhere: false), to: process)
    }
  }
}
