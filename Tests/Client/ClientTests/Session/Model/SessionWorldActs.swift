import Encodings

@testable import Doorward

/// Users and apps act.
extension SessionWorld {
  mutating func perform(_ act: Act, _ process: Int) {
    acts += 1
    time += 0.001
    if act.hasReply { processes[process].calls.insert(act.call) }
    let present = processes[process].machine.present
    switch act {
    case .token: want(.token(refused: nil, of: nil), act, process)
    case .user: want(.user(refused: nil, of: nil), act, process)
    case .refusedToken:
      processes[process].refused = present?.accessToken
      want(.token(refused: present?.accessToken, of: present?.person), act, process)
    case .anonymous: send(.want(act.call, .anonymous), to: process)
    case .guest: send(.want(act.call, .guest), to: process)
    case .signInAAgain:
      guard let proof = processes[process].lastProofOfA else { return }
      send(.submit(act.call, proof, .visitor), to: process)
    case .signInA, .signInB, .reauthenticate, .signInNew: submit(act, process)
    case .browser:
      send(.beginSignIn(act.call), to: process)
      processes[process].flights.append(.request(.signIn(act.call, proof(of: "B"), token: nil)))
    case .cancelSignIn: if let call = processes[process].pendingSignIn { cancelSignIn(call, process) }
    case .profile:
      guard let user = present?.session?.user.renamed else { return }
      send(.profile(act.call, user), to: process)
    case .endAccount:
      guard let session = present?.session else { return }
      signedOut.insert(session.sessionID)
      processes[process].signedOut.insert(session.sessionID)
      send(.sessionIsOver(session.sessionID), to: process)
    case .signOut, .signOutEverywhere: signOut(act, process)
    }
  }

  private mutating func want(_ need: Need, _ act: Act, _ process: Int) {
    // A guest is signed out: the caller of a guest's token waits for no session.
    processes[process].persons[act.call] = processes[process].machine.present?.session?.info.id
    send(.want(act.call, need), to: process)
  }

  private mutating func submit(_ act: Act, _ process: Int) {
    let request = proof(of: act == .signInB || act == .signInNew ? "B" : "A")
    if act == .signInA { processes[process].lastProofOfA = request }
    let attachment: Attachment =
      switch act {
      case .reauthenticate: .present
      case .signInNew: .nothing
      default: .visitor
      }
    send(.submit(act.call, request, attachment), to: process)
  }

  private mutating func proof(of wallet: String) -> SignInRequest {
    proofs += 1
    return supply?[wallet]?.popLast() ?? SignInRequest(path: wallet, body: [:], key: "p\(proofs)")
  }

  /// The caller of a sign-in no longer waits for it. Its request is on its way nevertheless.
  mutating func cancelSignIn(_ call: Call, _ process: Int) {
    processes[process].calls.remove(call)
    processes[process].cancelled.remove(call)
    send(.cancelSignIn(call), to: process)
  }

  private mutating func signOut(_ act: Act, _ process: Int) {
    let present = processes[process].machine.present
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
      if let guest = record.holder?.guest { signOutTimes[guest.id] = time }
      guard let session = record.holder?.session else { continue }
      signedOut.insert(session.sessionID)
      processes[process].signedOut.insert(session.sessionID)
    }
    send(.signOut(act.call, of: nil, everywhere: act == .signOutEverywhere), to: process)
  }
}

extension SessionUser {
  /// The user with another name.
  fileprivate var renamed: SessionUser? {
    var object = json.object ?? [:]
    object["name"] = "Ada"
    return try? SessionUser(.object(object))
  }
}
