/* The roads that a pilot may be given: what synchrono_pilot.h points to as SynMap. pcp/map.hpp is the same
 * for C++.
 *
 * Everything is cut into ways: one lane of one section of a road, or of a connection through a junction, as
 * one drives along it. A way's points run in the direction of travel, whatever the map's file has. Numbers of
 * ways, junctions and crosswalks are places in their lists. Units are SI and radians, places in the world
 * frame.
 *
 * A map lasts from create to destroy and never changes. Structures here do not grow within a version of the
 * interface, SynMap apart. */
#ifndef SYNCHRONO_MAP_H
#define SYNCHRONO_MAP_H

#include <stdint.h>

#include "pcp/synchrono_pilot.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SYN_NONE UINT32_MAX /* no way, no junction, no signal group */

enum { /* what a way is for */
       SYN_WAY_DRIVING = 0,
       SYN_WAY_BUS = 1, /* buses and, unless there is another for them, bicycles */
       SYN_WAY_BIKE = 2,
       SYN_WAY_WALK = 3,
       SYN_WAY_PARKING = 4,
       SYN_WAY_OTHER = 5 /* shoulder, kerb, median, ... */
};

enum { SYN_TURN_STRAIGHT = 0, SYN_TURN_LEFT = 1, SYN_TURN_RIGHT = 2, SYN_TURN_U = 3 };

/* Straight between points; dense enough for the middle to be true to some centimetres. */
typedef struct SynWayPoint {
    SynVec3 position; /* of the middle, on the road */
    double s_m;       /* along the way, from its beginning */
    double yaw_rad;
    double curvature_1_m; /* to the left positive */
    double width_m;
} SynWayPoint;

enum {
    SYN_CONFLICT_CROSSING = 0,
    SYN_CONFLICT_MERGING = 1,  /* both lead into the same way */
    SYN_CONFLICT_CROSSWALK = 2 /* `other` is a crosswalk */
};

/* Where bodies on this way and on another may touch. */
typedef struct SynConflict {
    uint32_t other; /* a way, or a crosswalk */
    int32_t kind;
    double from_m, to_m;             /* along this way */
    double other_from_m, other_to_m; /* along the other; of a crosswalk along its first side */
    uint32_t yields;                 /* not 0: where both may go, this one gives way */
    uint32_t reserved;
} SynConflict;

typedef struct SynWay {
    uint32_t way;
    int32_t kind;
    const char* name; /* "road:section:lane" as in the map's file */
    const char* road; /* the id of its road */
    double length_m;
    double speed_limit_m_s; /* NaN: none is known */
    const SynWayPoint* points;
    const uint32_t* next; /* ways that go on where this one ends */
    const uint32_t* previous;
    const SynConflict* conflicts; /* by from_m; with other ways only in a junction */
    uint32_t points_count, next_count, previous_count, conflicts_count;
    uint32_t left, right;  /* neighbours of the same direction that one may change to; else SYN_NONE */
    uint32_t junction;     /* that this way leads through, or SYN_NONE */
    int32_t turn;          /* of a way through a junction */
    uint32_t signal_group; /* of the junction's intersection: who must be green to enter; SYN_NONE: nobody */
    uint32_t reserved;
    double stop_m; /* along the previous way, from its end back: where to stop for it; 0: at its end */
} SynWay;

typedef struct SynJunction {
    uint32_t junction;
    int32_t intersection; /* its number in SPaT, MAP and the signals that are seen; SYN_NONE as int32_t (-1):
                             none */
    int32_t region;       /* 0: none given */
    uint32_t reserved;
    const char* name; /* as in the map's file */
} SynJunction;

typedef struct SynCrosswalk {
    uint32_t crosswalk;
    uint32_t junction;     /* or SYN_NONE */
    uint32_t signal_group; /* that walks here, or SYN_NONE */
    uint32_t corners_count;
    const SynVec3* corners; /* anticlockwise; the first side leads across the road */
} SynCrosswalk;

typedef struct SynBuilding {
    const SynVec3* corners; /* of the footprint, anticlockwise */
    uint32_t corners_count;
    uint32_t reserved;
    double height_m;
} SynBuilding;

/* A place on a way. */
typedef struct SynOnWay {
    uint32_t way;
    uint32_t reserved;
    double s_m; /* along it */
    double t_m; /* beside its middle, to the left positive */
} SynOnWay;

typedef struct SynMap {
    uint32_t struct_size;
    uint32_t ways_count, junctions_count, crosswalks_count, buildings_count;
    uint32_t reserved;
    const char* name;
    const SynWay* ways;
    const SynJunction* junctions;
    const SynCrosswalk* crosswalks;
    const SynBuilding* buildings;
    void* context; /* for the functions below, which may be called at any time, from any thread */

    /* The way nearest to a place, within `distance_m`; with a yaw that is not NaN, among those that lead less
     * than 90 degrees away from it. `kinds` is a sum of 1 << SYN_WAY_... that are welcome. 0: there is none.
     */
    int32_t (*nearest)(void* context, SynVec3 place, double yaw_rad, double distance_m, uint32_t kinds,
                       SynOnWay* out);
    /* The quickest sequence of ways from one to another, lane changes included: where one follows beside the
     * last, the vehicle changes over. Writes at most `room` and returns how many there are; 0: no way leads
     * there. */
    uint32_t (*route)(void* context, uint32_t from, uint32_t to, uint32_t kinds, uint32_t* out,
                      uint32_t room);
} SynMap;

#ifdef __cplusplus
}
#endif

#endif
