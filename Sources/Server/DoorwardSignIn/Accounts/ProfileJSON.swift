import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The JSON objects of the HTTP contract. Members without a value are null, so that the first response shows a client
// all members.

extension Identity {
  package var json: JSONValue { .object(jsonObject) }

  package var jsonObject: JSONObject {
    var object: JSONObject = [
      WireIdentity.Members.id: .string(id.text), WireIdentity.Members.type: .string(key.kind.rawValue),
      WireIdentity.Members.identifier: .string(key.identifier),
    ]
    for attribute in attributes { object[attribute.key] = attribute.value }
    object[WireIdentity.Members.verifiedAt] = .time(isVouched ? nil : verifiedAt)
    object[WireIdentity.Members.lastUsedAt] = .time(lastUsedAt)
    return object
  }
}

extension Session {
  /// One item of a session list.
  ///
  /// - Parameters:
  ///   - current: the session of the caller.
  ///   - name: names the method of a proof as offers do.
  /// - Returns: the item.
  package func json(
    current: Session.ID?, naming name: (SessionProof) -> SignInMethodName
  ) -> JSONObject {
    WireSessionRow(
      id: id.text, isCurrent: id == current, createdAt: createdAt, lastUsedAt: lastUsedAt,
      expiresAt: expiresAt, application: applicationID, device: client.device, network: client.network,
      references: methods.map(\.rawValue), methods: offeredMethods(name).map(\.rawValue)
    ).json
  }

  /// The methods of the latest sign-in, as offers name them.
  private func offeredMethods(_ name: (SessionProof) -> SignInMethodName) -> [SignInMethodName] {
    latestProofs.map(name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
