import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardPhotos
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

/// Sets, removes and reads the photos of users.
package struct UserPhotos: Sendable {
  /// The largest upload in bytes.
  package static let uploadLimit = PhotoLimits().bytes

  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let worker: PhotoWorker

  /// `random` makes the ids of photos. `worker` decodes the uploads.
  package init(store: any Store, clock: WallClock, random: RandomSource, worker: PhotoWorker) {
    self.store = store
    self.clock = clock
    self.random = random
    self.worker = worker
  }

  /// Whether this server can process photos.
  package var areOffered: Bool { worker.isUsable }

  /// Makes a photo of an upload and gives it to the caller.
  ///
  /// - Parameters:
  ///   - upload: the bytes of the image.
  ///   - caller: the user.
  ///   - application: the application that gets the answer.
  /// - Returns: the data of the user that the application can read.
  /// - Throws: `Problem` 413, 415, 422 or 503 with the code of ``PhotoError``, 401 `invalid_token` if the session has ended in
  ///   the meantime; ``StoreError``.
  package func set(_ upload: [UInt8], of caller: Caller, in application: Application) async throws -> UserView
  {
    let photo: Photo
    do {
      photo = try await worker.photo(of: upload, for: caller.user.id.text)
    } catch {
      throw Problem(error)
    }
    let now = clock.now
    let record = PhotoRecord(
      id: try PhotoID(random: random), createdAt: now,
      renditions: photo.renditions.map { PhotoRecord.Rendition(side: Int64($0.side), bytes: $0.bytes) })
    return try await store.write { transaction in
      // The session may have ended while the image was decoded.
      _ = try transaction.liveSession(of: caller, at: now)
      try transaction.setPhoto(record, of: caller.user.id)
      try transaction.record(.photoChanged, by: caller, at: now)
      try transaction.noteProfileChange(of: caller.user.id, at: now)
      guard let view = try UserView(of: caller.user.id, for: application.id, in: transaction) else {
        throw Problem.invalidToken
      }
      return view
    }
  }

  /// Removes the caller's photo. The call succeeds if the caller has none.
  ///
  /// - Throws: `Problem` 401 `invalid_token` if the session has ended in the meantime; ``StoreError``.
  package func remove(of caller: Caller) async throws {
    let now = clock.now
    try await store.write { transaction in
      _ = try transaction.liveSession(of: caller, at: now)
      if try transaction.user(caller.user.id)?.photo != nil {
        try transaction.record(.photoRemoved, by: caller, at: now)
      }
      try transaction.deletePhoto(of: caller.user.id)
      try transaction.noteProfileChange(of: caller.user.id, at: now)
    }
  }

  /// The JPEG file of a photo.
  ///
  /// - Parameters:
  ///   - id: the photo, as the request names it.
  ///   - side: the side in pixels; one of ``Photo/sides``.
  /// - Returns: nil if there is no such photo.
  /// - Throws: ``StoreError``.
  package func file(_ id: String, side: Int) async throws -> [UInt8]? {
    guard let id = PhotoID(id) else { return nil }
    return try await store.read { try $0.photo(id, side: Int64(side)) }
  }
}

extension Problem {
  /// The refusal of an upload.
  fileprivate init(_ error: PhotoError) {
    let status =
      switch error.code {
      case .tooLarge: 413
      case .unsupportedFormat, .vectorGraphic: 415
      case .overloaded, .closed, .unavailable, .libraryFailure: 503
      default: 422
      }
    self.init(status: status, code: error.codeName, detail: error.reason)
    guard status == 503 else { return }
    // The operator must correct a missing library, so an earlier attempt is of no use.
    fields["Retry-After"] = error.code == .unavailable || error.code == .libraryFailure ? "600" : "5"
  }
}
