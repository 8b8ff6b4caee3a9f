package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func deviceAuthorization(userCodeHash: [UInt8]) throws -> DeviceAuthorization? {
    try first(
      """
      SELECT device_code_hash, user_code_hash, application_id, scope, device, address, network, created_at,
        expires_at, poll_interval, polled_at, decision, page_session, used_at, shown_scope
      FROM device_authorizations WHERE user_code_hash = ?1
      """, [.blob(userCodeHash)]
    ) { row in try DeviceAuthorization(row) }
  }
}

extension SQLWriting {
  /// The transaction is serializable, so no other one can change this row in the meantime.
  package func lockedDeviceAuthorization(deviceCodeHash: [UInt8]) throws -> DeviceAuthorization? {
    try first(
      """
      SELECT device_code_hash, user_code_hash, application_id, scope, device, address, network, created_at,
        expires_at, poll_interval, polled_at, decision, page_session, used_at, shown_scope
      FROM device_authorizations WHERE device_code_hash = ?1
      """, [.blob(deviceCodeHash)]
    ) { row in try DeviceAuthorization(row) }
  }

  package func waitingDevices(of network: [UInt8], at instant: Date) throws -> Int {
    let count = try first(
      """
      SELECT count(*) FROM device_authorizations
      WHERE network = ?1 AND expires_at > ?2 AND used_at IS NULL AND (decision IS NULL OR decision <> 'denied')
      """, [.blob(network), .integer(try StoredTime.milliseconds(instant))]
    ) { row in try row.integer(0) }
    return Int(count ?? 0)
  }

  package func waitingDevices(ofClient applicationID: String, at instant: Date) throws -> Int {
    let count = try first(
      """
      SELECT count(*) FROM device_authorizations
      WHERE network = ?1 AND expires_at > ?2 AND used_at IS NULL AND (decision IS NULL OR decision <> 'denied')
        AND application_id = ?3
      """, [.blob([]), .integer(try StoredTime.milliseconds(instant)), .text(applicationID)]
    ) { row in try row.integer(0) }
    return Int(count ?? 0)
  }

  /// A missing network is stored as an empty one, which is not a valid address.
  package func insert(_ device: DeviceAuthorization) throws {
    try insert(
      """
      INSERT INTO device_authorizations (device_code_hash, poll_interval, polled_at, decision, page_session,
        used_at, shown_scope, user_code_hash, application_id, scope, device, address, network, created_at,
        expires_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
      """,
      try device.storedChanges() + [
        .blob(device.userCodeHash), .text(device.applicationID), .text(device.scopes.text),
        SQLValue(device.client.device), SQLValue(device.client.network), .blob(device.network ?? []),
        .integer(try StoredTime.milliseconds(device.createdAt)),
        .integer(try StoredTime.milliseconds(device.expiresAt)),
      ])
  }

  /// A decision and a use are permanent: a later update cannot change a denial or make a used code valid again.
  package func update(_ device: DeviceAuthorization) throws {
    try change(
      "device authorization",
      """
      UPDATE device_authorizations SET poll_interval = ?2, polled_at = ?3,
        page_session = CASE WHEN decision IS NULL THEN ?5 ELSE page_session END,
        shown_scope = CASE WHEN decision IS NULL THEN ?7 ELSE shown_scope END,
        decision = coalesce(decision, ?4), used_at = coalesce(used_at, ?6)
      WHERE device_code_hash = ?1
      """, values: try device.storedChanges())
  }
}

extension DeviceAuthorization {
  /// The hash and the columns that an update changes, in the order of the statements above.
  fileprivate func storedChanges() throws -> [SQLValue] {
    [
      .blob(deviceCodeHash), .integer(interval), SQLValue(try StoredTime.milliseconds(polledAt)),
      SQLValue(decision?.rawValue), SQLValue(pageSession?.bytes),
      SQLValue(try StoredTime.milliseconds(usedAt)), .text(shown.text),
    ]
  }

  fileprivate init(_ row: borrowing SQLRow) throws {
    let isDecided = try row.optionalText(11) != nil
    let isNamed = try row.optionalBlob(12) != nil
    let network = try row.blob(6)
    self.init(
      deviceCodeHash: try row.blob(0), userCodeHash: try row.blob(1), applicationID: try row.text(2),
      scopes: Scopes(try row.text(3)),
      client: ClientDescription(device: try row.optionalText(4), network: try row.optionalText(5)),
      network: network.isEmpty ? nil : network, createdAt: StoredTime.moment(try row.integer(7)),
      expiresAt: StoredTime.moment(try row.integer(8)), interval: try row.integer(9),
      polledAt: StoredTime.moment(try row.optionalInteger(10)),
      decision: isDecided ? try row.choice(11) : nil, pageSession: isNamed ? try row.identifier(12) : nil,
      shown: Scopes(try row.text(14)), usedAt: StoredTime.moment(try row.optionalInteger(13)))
  }
}
