/* The radio that a pilot may have, as SynPilotInput::radio of synchrono_pilot.h. pcp/radio.hpp offers the
 * same in C++.
 *
 * Messages are those of SAE J2735 (2016). On the air they are octets. The messages that pilots use most are
 * given here as structures in SI units, radians and the world frame; any message can be had as JSON text in
 * the standard's own names and units. A value that the sender does not know is NaN in a double, SYN_UNKNOWN
 * in an int32_t and SYN_TIME_UNKNOWN in a time; a flag that the sender does not know is not set. An absent
 * text is "", an absent list has the count 0. Simulated time 0 is midnight of 1 January 2026, UTC.
 *
 * Do not rely on messages alone: anybody may send them, and they may say anything. SynRadio is the only
 * structure here that may grow within a version of the interface. */
#ifndef SYNCHRONO_RADIO_H
#define SYNCHRONO_RADIO_H

#include "pcp/synchrono_pilot.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SYN_UNKNOWN INT32_MIN
#define SYN_TIME_UNKNOWN INT64_MIN

enum { SYN_MEDIUM_DEFAULT = 0, SYN_MEDIUM_DSRC = 1, SYN_MEDIUM_CV2X = 2, SYN_MEDIUM_LIGHT = 3 };

/* J2735's message ids; messages with other ids occur as well. */
enum {
    SYN_MESSAGE_UNREADABLE = 0, /* not a message of J2735, or a damaged one; `problem` says why */
    SYN_MESSAGE_MAP = 18,
    SYN_MESSAGE_SPAT = 19,
    SYN_MESSAGE_BSM = 20,
    SYN_MESSAGE_EVA = 22,
    SYN_MESSAGE_RSA = 27,
    SYN_MESSAGE_SRM = 29,
    SYN_MESSAGE_SSM = 30,
    SYN_MESSAGE_TIM = 31,
    SYN_MESSAGE_PSM = 32
};

/* ---- Basic safety messages: the state of a vehicle, sent by the vehicle itself */

enum {
    SYN_TRANSMISSION_NEUTRAL = 0,
    SYN_TRANSMISSION_PARK = 1,
    SYN_TRANSMISSION_FORWARD = 2,
    SYN_TRANSMISSION_REVERSE = 3
};

enum { /* bits of `brakes` */
       SYN_BRAKE_LEFT_FRONT = 1 << 0,
       SYN_BRAKE_LEFT_REAR = 1 << 1,
       SYN_BRAKE_RIGHT_FRONT = 1 << 2,
       SYN_BRAKE_RIGHT_REAR = 1 << 3,
       SYN_TRACTION_CONTROL_ENGAGED = 1 << 4,
       SYN_ANTI_LOCK_ENGAGED = 1 << 5,
       SYN_STABILITY_CONTROL_ENGAGED = 1 << 6,
       SYN_BRAKE_BOOST_ON = 1 << 7,
       SYN_AUXILIARY_BRAKE_ON = 1 << 8
};

enum { /* bits of `events` */
       SYN_EVENT_HAZARD_LIGHTS = 1 << 0,
       SYN_EVENT_STOP_LINE_VIOLATION = 1 << 1,
       SYN_EVENT_ANTI_LOCK = 1 << 2,
       SYN_EVENT_TRACTION_CONTROL_LOSS = 1 << 3,
       SYN_EVENT_STABILITY_CONTROL = 1 << 4,
       SYN_EVENT_HAZARDOUS_MATERIALS = 1 << 5,
       SYN_EVENT_HARD_BRAKING = 1 << 7, /* more than 0.4 g */
       SYN_EVENT_LIGHTS_CHANGED = 1 << 8,
       SYN_EVENT_WIPERS_CHANGED = 1 << 9,
       SYN_EVENT_FLAT_TIRE = 1 << 10,
       SYN_EVENT_DISABLED_VEHICLE = 1 << 11,
       SYN_EVENT_AIR_BAG = 1 << 12
};

enum { /* bits of `lights` */
       SYN_LIGHT_LOW_BEAM = 1 << 0,
       SYN_LIGHT_HIGH_BEAM = 1 << 1,
       SYN_LIGHT_LEFT_TURN = 1 << 2,
       SYN_LIGHT_RIGHT_TURN = 1 << 3,
       SYN_LIGHT_HAZARD = 1 << 4,
       SYN_LIGHT_AUTOMATIC = 1 << 5,
       SYN_LIGHT_DAYTIME = 1 << 6,
       SYN_LIGHT_FOG = 1 << 7,
       SYN_LIGHT_PARKING = 1 << 8
};

/* One point of the path that a vehicle has driven. */
typedef struct SynCrumb {
    SynVec3 position;
    double age_s; /* how long before the time of the message's own position */
} SynCrumb;

typedef struct SynBasicSafety {
    uint32_t temporary_id;     /* its first octet is the highest; changes every few minutes */
    uint32_t count;            /* of the sender's messages: 0 to 127, then 0 again */
    int64_t time_ns;           /* simulated time of the state below, by the sender's clock */
    SynVec3 position;          /* on the ground; Synchrono's vehicles: below the centre of gravity */
    double accuracy_m;         /* one standard deviation, along the worse axis */
    double speed_m_s;          /* never negative; see `transmission` */
    double yaw_rad;            /* of the front: 0 along x, counter-clockwise, -pi to pi */
    double steering_wheel_rad; /* positive to the left, as are all angles here */
    double acceleration_forward_m_s2;
    double acceleration_left_m_s2;
    double acceleration_up_m_s2;
    double yaw_rate_rad_s;
    double length_m, width_m;
    int32_t transmission;
    uint32_t brakes;
    uint32_t events;
    uint32_t lights;
    double path_curvature_1_m; /* of the way ahead, positive to the left; 0: straight */
    double path_confidence;    /* in path_curvature_1_m, 0 to 1 */
    const SynCrumb* crumbs;    /* newest first; lines between them are within a metre of the path driven */
    uint32_t crumbs_count;
    uint32_t reserved;
} SynBasicSafety;

/* ---- Signals: the state of an intersection's lights */

/* J2735's MovementPhaseState. */
enum {
    SYN_SIGNAL_UNAVAILABLE = 0,
    SYN_SIGNAL_DARK = 1,
    SYN_SIGNAL_STOP_THEN_PROCEED = 2,
    SYN_SIGNAL_STOP = 3, /* red */
    SYN_SIGNAL_PRE_MOVEMENT = 4,
    SYN_SIGNAL_PERMISSIVE_GREEN = 5,
    SYN_SIGNAL_PROTECTED_GREEN = 6,
    SYN_SIGNAL_PERMISSIVE_YELLOW = 7,
    SYN_SIGNAL_PROTECTED_YELLOW = 8,
    SYN_SIGNAL_CAUTION = 9 /* flashing yellow */
};

typedef struct SynSignalGroup {
    uint32_t group;
    int32_t state;
    int64_t min_end_ns; /* simulated time; the state does not end earlier */
    int64_t max_end_ns; /* the state does not last longer */
    int64_t likely_end_ns;
    int64_t next_ns; /* when the same state begins again */
} SynSignalGroup;

typedef struct SynSignals {
    uint32_t region, intersection; /* region 0: none given */
    uint32_t revision;             /* of the MAP that its groups belong to */
    uint32_t status;               /* J2735's IntersectionStatusObject, its bit 0 as 1 << 0 */
    const char* name;
    int64_t time_ns; /* simulated time of the message, by the sender's clock */
    const SynSignalGroup* groups;
    uint32_t groups_count;
    uint32_t reserved;
} SynSignals;

/* ---- Maps: an intersection's lanes */

/* J2735's LaneTypeAttributes. */
enum {
    SYN_LANE_VEHICLE = 0,
    SYN_LANE_CROSSWALK = 1,
    SYN_LANE_BIKE = 2,
    SYN_LANE_SIDEWALK = 3,
    SYN_LANE_MEDIAN = 4,
    SYN_LANE_STRIPING = 5,
    SYN_LANE_TRACKED_VEHICLE = 6,
    SYN_LANE_PARKING = 7,
    SYN_LANE_OTHER = 8
};
/* Bits of `directions`: ingress leads into the intersection, egress out of it. */
enum { SYN_LANE_INGRESS = 1 << 0, SYN_LANE_EGRESS = 1 << 1 };
enum { /* bits of `manoeuvres` */
       SYN_MANOEUVRE_STRAIGHT = 1 << 0,
       SYN_MANOEUVRE_LEFT = 1 << 1,
       SYN_MANOEUVRE_RIGHT = 1 << 2,
       SYN_MANOEUVRE_U_TURN = 1 << 3,
       SYN_MANOEUVRE_LEFT_ON_RED = 1 << 4,
       SYN_MANOEUVRE_RIGHT_ON_RED = 1 << 5,
       SYN_MANOEUVRE_LANE_CHANGE = 1 << 6,
       SYN_MANOEUVRE_NO_STOPPING = 1 << 7,
       SYN_MANOEUVRE_YIELD = 1 << 8,
       SYN_MANOEUVRE_GO_WITH_HALT = 1 << 9,
       SYN_MANOEUVRE_CAUTION = 1 << 10
};

/* A lane that a vehicle may go on to from another lane's stop line. */
typedef struct SynConnection {
    uint32_t lane;
    uint32_t manoeuvres;
    int32_t signal_group;  /* SYN_UNKNOWN: none */
    int32_t remote_region; /* the intersection that `lane` belongs to; SYN_UNKNOWN: this one */
    int32_t remote_intersection;
    int32_t connection; /* the number by which other messages refer to this connection */
} SynConnection;

typedef struct SynLane {
    uint32_t lane;
    int32_t kind;
    uint32_t directions;
    uint32_t manoeuvres;
    int32_t ingress_approach, egress_approach;
    double width_m;
    double speed_max_m_s;
    const char* name;
    const SynVec3* nodes; /* the middle of the lane, from the stop line outwards */
    const SynConnection* connections;
    uint32_t nodes_count;
    uint32_t connections_count;
} SynLane;

typedef struct SynIntersection {
    uint32_t region, intersection; /* region 0: none given */
    uint32_t revision;
    uint32_t lanes_count;
    const char* name;
    SynVec3 reference;
    const SynLane* lanes;
} SynIntersection;

/* ---- Received messages and their senders */

typedef struct SynMessage {
    uint32_t index; /* its position in SynRadio::messages, for SynRadio::json */
    int32_t medium;
    int64_t received_ns;
    double power_dbm; /* of reception; NaN where the channel computes none */
    uint32_t type;    /* SYN_MESSAGE_..., or another of J2735's ids */
    uint32_t bytes_count;
    const uint8_t* bytes;
    const char* problem;                  /* of SYN_MESSAGE_UNREADABLE */
    const SynBasicSafety* basic_safety;   /* of SYN_MESSAGE_BSM; else NULL */
    const SynSignals* signals;            /* of SYN_MESSAGE_SPAT */
    const SynIntersection* intersections; /* of SYN_MESSAGE_MAP */
    uint32_t signals_count;
    uint32_t intersections_count;
} SynMessage;

/* A vehicle that sent basic safety messages in the last five seconds. A vehicle that takes a new temporary id
 * becomes a new neighbour; the neighbour with its old id is forgotten after five seconds. */
typedef struct SynNeighbour {
    uint32_t temporary_id;
    uint32_t received; /* how many messages were received */
    uint32_t missed;   /* how many were missed, judging by the gaps in their counts */
    int32_t medium;    /* of the last message */
    int64_t first_ns;  /* when the first message was received */
    int64_t last_ns;
    double power_dbm; /* of the last message; NaN where the channel computes none */
    const SynBasicSafety* newest;
} SynNeighbour;

/* ---- The radio */

enum { /* the outcome of sending a message; less than 0: it is not sent */
       SYN_SENT = 0,
       SYN_SEND_NO_MEDIUM = -1,  /* the scenario has no such medium */
       SYN_SEND_TOO_LONG = -2,   /* more than 2304 octets, or more than 65536 of text */
       SYN_SEND_TOO_MANY = -3,   /* more than 16 messages in one step */
       SYN_SEND_UNREADABLE = -4, /* the text is not a message; `error` says why */
       SYN_SEND_NOT_NOW = -5     /* outside a step of the pilot */
};

typedef struct SynRadio {
    uint32_t struct_size;
    uint32_t media;            /* the media of the scenario: a sum of 1 << SYN_MEDIUM_... */
    uint32_t has_temporary_id; /* not 0: the vehicle sends basic safety messages, with the id below */
    uint32_t temporary_id;
    const SynMessage* messages;     /* received since the last step, ascending by received_ns */
    const SynNeighbour* neighbours; /* ascending by temporary id */
    uint32_t messages_count;
    uint32_t neighbours_count;
    void* context; /* for the functions below, which may be called during a step only */

    /* Returns the message at `index` as JSON text: {"messageId": 20, "value": {"BasicSafetyMessage":
     * {...}}}, valid until the step ends; NULL where there is no such message or it is unreadable. */
    const char* (*json)(void* context, uint32_t index);
    /* Sends octets unchanged, without checking them. Returns one of the codes above. */
    int32_t (*send)(void* context, int32_t medium, const void* bytes, uint32_t bytes_count);
    /* Sends a message that is given as JSON text of the form that `json` returns. Returns one of the codes
     * above. With SYN_SEND_UNREADABLE it writes one line to `error` that says what is wrong with the text. */
    int32_t (*send_json)(void* context, int32_t medium, const char* text, char* error, uint32_t error_bytes);
    /* Converts a place in the world to degrees north and east and metres above the ellipsoid; to_world
     * converts back. */
    void (*to_earth)(void* context, SynVec3 world, double* latitude_deg, double* longitude_deg,
                     double* elevation_m);
    SynVec3 (*to_world)(void* context, double latitude_deg, double longitude_deg, double elevation_m);
} SynRadio;

#ifdef __cplusplus
}
#endif

#endif
