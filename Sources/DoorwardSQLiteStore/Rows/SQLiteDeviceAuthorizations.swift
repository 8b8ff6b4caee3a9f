import DoorwardSQLite
import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteReading {
  func deviceAuthorization(userCodeHash: [UInt8]) throws -> DeviceAuthorization? {
    try first(
      """
      SELECT device_code_hash, user_code_hash, application_id, scope, device, address, network, created_at,
        expires_at, poll_interval, polled_at, decision, page_session, used_at
      FROM device_authorizations WHERE user_code_hash = ?1
      """, [.blob(userCodeHash)]
    ) { row in try DeviceAuthorization(row) }
  }
}

extension SQLiteTransaction {
  /// The transaction locks the whole database (`BEGIN IMMEDIATE`), including this row.
  func lockedDeviceAuthorization(deviceCodeHash: [UInt8]) throws -> DeviceAuthorization? {
    try first(
      """
      SELECT device_code_hash, user_code_hash, application_id, scope, device, address, network, created_at,
        expires_at, poll_interval, polled_at, decision, page_session, used_at
      FROM device_authorizations WHERE device_code_hash = ?1
      """, [.blob(deviceCodeHash)]
    ) { row in try DeviceAuthorization(row) }
  }

  func waitingDevices(of network: [UInt8], at instant: Date) throws -> Int {
    let count = try first(
      """
      SELECT count(*) FROM device_authorizations
      WHERE network = ?1 AND expires_at > ?2 AND used_at IS NULL AND decision IS NOT 'denied'
      """, [.blob(network), .integer(try StoredTime.milliseconds(instant))]
    ) { row in try row.integer(0) }
    return Int(count ?? 0)
  }

  func waitingDevices(ofClient applicationID: String, at instant: Date) throws -> Int {
    let count = try first(
      """
      SELECT count(*) FROM device_authorizations
      WHERE network = x'' AND application_id = ?1 AND expires_at > ?2 AND used_at IS NULL
        AND decision IS NOT 'denied'
      """, [.text(applicationID), .integer(try StoredTime.milliseconds(instant))]
    ) { row in try row.integer(0) }
    return Int(count ?? 0)
  }

  /// A missing network is stored as an empty one, which is not a valid address.
  func insert(_ device: DeviceAuthorization) throws {
    try run(
      """
      INSERT INTO device_authorizations (device_code_hash, poll_interval, polled_at, decision, page_session,
        used_at, user_code_hash, application_id, scope, device, address, network, created_at, expires_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """,
      try device.storedChanges() + [
        .blob(device.userCodeHash), .text(device.applicationID), .text(device.scopes.text),
        SQLiteValue(device.client.device), SQLiteValue(device.client.network), .blob(device.network ?? []),
        .integer(try StoredTime.milliseconds(device.createdAt)),
        .integer(try StoredTime.milliseconds(device.expiresAt)),
      ])
  }

  /// A decision and a use are permanent: a later update cannot change a denial or make a used code valid again.
  func update(_ device: DeviceAuthorization) throws {
    try change(
      "device authorization",
      """
      UPDATE device_authorizations SET poll_interval = ?2, polled_at = ?3,
        page_session = iif(decision IS NULL, ?5, page_session),
        decision = coalesce(decision, ?4), used_at = coalesce(used_at, ?6)
      WHERE device_code_hash = ?1
      """, try device.storedChanges())
  }
}

extension DeviceAuthorization {
  /// The hash and the columns that an update changes, in the order of the statements above.
  fileprivate func storedChanges() throws -> [SQLiteValue] {
    [
      .blob(deviceCodeHash), .integer(interval), SQLiteValue(try StoredTime.milliseconds(polledAt)),
      SQLiteValue(decision?.rawValue), SQLiteValue(pageSession?.bytes),
      SQLiteValue(try StoredTime.milliseconds(usedAt)),
    ]
  }

  fileprivate init(_ row: borrowing SQLiteRow) throws {
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
      usedAt: StoredTime.moment(try row.optionalInteger(13)))
  }
}
